import DatasyncConcurrency
import DatasyncTree
import DatasyncWire

/// The identifier of a session: a counter, incremented for each connection.
package struct SessionID: Hashable, Comparable, Sendable {
    package let number: UInt64

    package static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}
