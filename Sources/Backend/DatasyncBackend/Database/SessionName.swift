import DatasyncWire

/// The name of a session among all servers that ever followed the log; never reused.
package struct SessionName: Hashable, Comparable, Sendable {
    /// The run of the server that holds the connection.
    package let run: UInt64
    /// The number of the session within the run; 0 is the server itself.
    package let number: UInt64

    package static func < (left: SessionName, right: SessionName) -> Bool {
        (left.run, left.number) < (right.run, right.number)
    }
}
