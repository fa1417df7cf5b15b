import DatasyncWire

/// The name of a session among all servers that ever followed the log; never reused.
package struct SessionName: Hashable, Comparable, Sendable {
    /// The run of the server that holds the connection.
    package let run: UInt64
    /// The number within the run; the first of a range is its back end.
    package let number: UInt64

    package static func < (left: SessionName, right: SessionName) -> Bool {
        (left.run, left.number) < (right.run, right.number)
    }
}
