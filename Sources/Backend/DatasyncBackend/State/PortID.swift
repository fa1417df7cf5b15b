import DatasyncConcurrency
import DatasyncTree
import DatasyncWire

/// The identifier of a client's port, which outlives its connections.
package struct PortID: Hashable, Sendable {
    let number: Int
}
