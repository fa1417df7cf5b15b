/// Old calls, on the main actor, in whatever words.
@MainActor
protocol SupportCalls {
    /// Makes many calls.
    func run(_ fixture: SupportFixture, _ note: @escaping @MainActor (String) -> Void)
    /// Opens or closes the connection.
    func setOnline(_ fixture: SupportFixture, _ isOnline: Bool)
}
