import DatasyncConcurrency
package import DatasyncTree
import DatasyncWire

/// The result of a successful operation.
package enum Outcome: Sendable {
    case done
    /// The value of a read, or the number that an increment produced.
    ///
    /// An unknown value is null, or consists only of the pending writes below it: the client is disconnected, and no cache
    /// holds the value. It is never acknowledged.
    case value(Node, isAcknowledged: Bool, isKnown: Bool = true)
    /// The result of a transaction: whether it committed, and the final value.
    case transaction(isCommitted: Bool, Node)

    /// Whether the operation committed; `false` only for an aborted transaction.
    package var isCommitted: Bool {
        if case .transaction(let flag, _) = self { flag } else { true }
    }

    /// The value of the result; null if it has none.
    package var node: Node {
        switch self {
        case .done: .null
        case .value(let node, _, _), .transaction(_, let node): node
        }
    }
}
