import DatasyncTree
import DatasyncWire

/// The calls of one client and their responses, numbered by a counter that all clients of a run share.
struct History: Sendable {
    /// The kind of an operation; all but a read have a write number.
    enum Kind: Sendable {
        /// Adds 1 to the counter at the place.
        case increment
        /// Writes a value that no other operation writes to the register at the place.
        case set(Node)
        /// The same, if the register has a value with the expected hash.
        case conditionalSet(Node)
        /// Reads a counter or a register.
        case read

        var isRead: Bool { if case .read = self { true } else { false } }
    }

    struct Operation: Sendable {
        let kind: Kind
        let place: Path
        /// The write number under the client's identifier at the time; 0 for a read.
        let client: UInt128
        let number: UInt64
        /// The index of the connection that sent it first.
        let connection: Int
        let invoked: Int
        var responded: Int?
        var status: Status?
        var data: Node?
    }

    /// A connection of the client.
    struct Connection: Sendable {
        /// The time at which it was opened.
        let opened: Int
        /// The counter that an on-disconnect write of the connection increments, if the back end has acknowledged it.
        var farewell: Path?
        /// The reason why the back end has ended it after the greeting.
        var end: String?
    }

    let name: Int
    var operations: [Operation] = []
    var connections: [Connection] = []
    /// The values that the client saw go back in time.
    var regressions: [String] = []
    /// The counters in the end, if the client was connected and subscribed.
    var shown: Node?
}
