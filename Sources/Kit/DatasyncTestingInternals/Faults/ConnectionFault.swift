import DatasyncBackend
import DatasyncConcurrency
import DatasyncWire

/// The point of a run at which a connection is dropped once, or a client ends.
package struct ConnectionFault: Hashable, Sendable {
    /// The index of the message among the messages of all clients, in both directions.
    package let message: Int
    /// Whether the message itself is lost; otherwise the connection is dropped after it.
    package let losesMessage: Bool
    /// Whether the client also ends, without another call, and begins again over its offline store.
    package let endsClient: Bool

    /// Creates the description of a fault.
    package init(message: Int, losesMessage: Bool, endsClient: Bool = false) {
        self.message = message
        self.losesMessage = losesMessage
        self.endsClient = endsClient
    }
}

extension ConnectionFault: CustomStringConvertible {
    /// The position of the fault.
    package var description: String {
        "\(endsClient ? "restarted" : "dropped") \(losesMessage ? "before" : "after") message \(message)"
    }
}
