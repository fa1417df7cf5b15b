/// Old calls, on the main actor, in whatever words.
@MainActor
protocol SupportCalls {
    /// Makes many calls.
    func run(_ stage: SupportStage, _ note: @escaping @MainActor (String) -> Void)
    /// Opens or closes the connection.
    func setOnline(_ stage: SupportStage, _ isOnline: Bool)
}
