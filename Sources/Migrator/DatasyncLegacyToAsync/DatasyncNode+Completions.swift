public import DatasyncAsync
public import DatasyncClient

extension DatasyncNode {
    /// A closure called once when a write settles: with `nil`, or with the reason why it was reverted.
    public typealias Completion = @Sendable (_ error: WebcomError?) -> Void
    /// The same closure on the main actor.
    public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void
    /// A closure called once when a transaction settles.
    ///
    /// It receives the error of a failed transaction, whether the transaction committed, and the final value unless it
    /// failed.
    public typealias TransactionCompletion =
        @Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: (any DatasyncSnapshot)?) -> Void
    /// The same closure on the main actor.
    public typealias MainTransactionCompletion =
        @MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: (any DatasyncSnapshot)?) -> Void
    /// A closure for events: it receives the snapshot, and for additions and changes the key of the preceding child.
    public typealias EventCallback =
        @Sendable (_ snapshot: any DatasyncSnapshot, _ previousChildKey: String?) -> Void
    /// The same closure on the main actor.
    public typealias MainEventCallback =
        @MainActor (_ snapshot: any DatasyncSnapshot, _ previousChildKey: String?) -> Void
}
