import DatasyncTree
import DatasyncWire

/// An index to build outside the lock.
package struct IndexWork: Sendable, Identifiable {
    /// The node and the order.
    package struct ID: Hashable, Sendable {
        let key: KeptIndexes.Key
    }

    let key: KeptIndexes.Key
    package var id: ID { ID(key: key) }
    /// The node at the time when the work was created.
    let node: Node

    /// Returns the node with the index.
    func built() -> Node {
        var node = node
        node.addIndex(key.order)
        return node
    }
}
