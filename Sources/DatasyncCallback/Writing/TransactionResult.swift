import DatasyncClient
import DatasyncEngine
import DatasyncPromise
import DatasyncTree

extension Webcom {
    /// What became of a transaction.
    public struct TransactionResult: Sendable {
        /// Whether it wrote; otherwise its function aborted.
        public let committed: Bool
        /// The value at its end.
        public let snapshot: DataSnapshot

        package init(committed: Bool, snapshot: DataSnapshot) {
            self.committed = committed
            self.snapshot = snapshot
        }
    }
}

extension Webcom.TransactionResult: CustomStringConvertible, CustomDebugStringConvertible {
    /// Whether it wrote, and the value at its end.
    public var description: String { "TransactionResult(\(committed ? "committed" : "aborted"), \(snapshot))" }

    /// The description.
    public var debugDescription: String { description }
}
