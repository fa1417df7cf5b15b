/// The legacy calls on the main actor, in one of their rewritten forms.
@MainActor
protocol SupportCalls {
    /// Makes many calls.
    func run(_ fixture: SupportFixture, _ note: @escaping @MainActor (String) -> Void)
    /// Connects or disconnects.
    func setOnline(_ fixture: SupportFixture, _ isOnline: Bool)
}
