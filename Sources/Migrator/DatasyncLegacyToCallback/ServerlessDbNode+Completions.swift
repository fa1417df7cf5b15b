public import DatasyncCallback
public import DatasyncClient

extension Webcom.ServerlessDbNode {
    /// A closure called once when a write settles: with `nil`, or with the reason why it was reverted.
    public typealias Completion = @Sendable (_ error: WebcomError?) -> Void
    /// The same closure on the main actor.
    public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void
    /// A closure called once when a transaction settles.
    ///
    /// It receives the error of a failed transaction, whether the transaction committed, and the final value unless it
    /// failed.
    public typealias TransactionCompletion =
        @Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: Webcom.DataSnapshot?) -> Void
    /// The same closure on the main actor.
    public typealias MainTransactionCompletion =
        @MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: Webcom.DataSnapshot?) -> Void
    /// A closure for events: it receives the snapshot, and for additions and changes the key of the preceding child.
    public typealias EventCallback =
        @Sendable (_ snapshot: Webcom.DataSnapshot, _ previousChildKey: String?) -> Void
    /// The same closure on the main actor.
    public typealias MainEventCallback =
        @MainActor (_ snapshot: Webcom.DataSnapshot, _ previousChildKey: String?) -> Void
}
