package import DatasyncTree
import DatasyncWire

/// The input of a transaction's function.
package struct TransactionInput: Sendable {
    package let node: Node
    package let isAcknowledged: Bool
    /// Whether the value is known.
    ///
    /// An unknown value is null, or consists only of pending writes; an abort on it is not final.
    package let isKnown: Bool

    package init(node: Node, isAcknowledged: Bool, isKnown: Bool = true) {
        self.node = node
        self.isAcknowledged = isAcknowledged
        self.isKnown = isKnown
    }
}
