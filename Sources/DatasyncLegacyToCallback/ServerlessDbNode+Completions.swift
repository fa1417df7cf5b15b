public import DatasyncCallback
public import DatasyncClient

extension Webcom.ServerlessDbNode {
    /// Called once when a write has been answered: with `nil`, or the reason why it was undone.
    public typealias Completion = @Sendable (_ error: WebcomError?) -> Void
    /// The same on the main actor.
    public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void
    /// Called once when a transaction has ended: the error if it failed, whether it wrote, and else the value then.
    public typealias TransactionCompletion =
        @Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: Webcom.DataSnapshot?) -> Void
    /// The same on the main actor.
    public typealias MainTransactionCompletion =
        @MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: Webcom.DataSnapshot?) -> Void
    /// What is called for an event: the snapshot, and for additions and changes the key of the child before.
    public typealias EventCallback =
        @Sendable (_ snapshot: Webcom.DataSnapshot, _ previousChildKey: String?) -> Void
    /// The same on the main actor.
    public typealias MainEventCallback =
        @MainActor (_ snapshot: Webcom.DataSnapshot, _ previousChildKey: String?) -> Void
}
