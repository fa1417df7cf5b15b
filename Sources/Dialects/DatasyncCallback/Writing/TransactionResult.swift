import DatasyncClient
import DatasyncEngine
import DatasyncPromise
import DatasyncTree

extension Webcom {
    /// The result of a transaction.
    public struct TransactionResult: Sendable {
        /// Whether the transaction wrote; `false` if its function aborted.
        public let committed: Bool
        /// The value at the end of the transaction.
        public let snapshot: DataSnapshot

        package init(committed: Bool, snapshot: DataSnapshot) {
            self.committed = committed
            self.snapshot = snapshot
        }
    }
}

extension Webcom.TransactionResult: CustomStringConvertible {
    /// Whether the transaction wrote, and its final value.
    public var description: String { "TransactionResult(\(committed ? "committed" : "aborted"), \(snapshot))" }
}
