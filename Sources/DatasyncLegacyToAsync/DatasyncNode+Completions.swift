public import DatasyncAsync
public import DatasyncClient

extension DatasyncNode {
    /// Called once when a write has been answered: with `nil`, or the reason why it was undone.
    public typealias Completion = @Sendable (_ error: WebcomError?) -> Void
    /// The same on the main actor.
    public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void
    /// Called once when a transaction has ended: the error if it failed, whether it wrote, and else the value then.
    public typealias TransactionCompletion =
        @Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: (any DatasyncSnapshot)?) -> Void
    /// The same on the main actor.
    public typealias MainTransactionCompletion =
        @MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: (any DatasyncSnapshot)?) -> Void
    /// What is called for an event: the snapshot, and for additions and changes the key of the child before.
    public typealias EventCallback =
        @Sendable (_ snapshot: any DatasyncSnapshot, _ previousChildKey: String?) -> Void
    /// The same on the main actor.
    public typealias MainEventCallback =
        @MainActor (_ snapshot: any DatasyncSnapshot, _ previousChildKey: String?) -> Void
}
