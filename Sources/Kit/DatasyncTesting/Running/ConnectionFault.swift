import DatasyncBackend
import DatasyncConcurrency
import DatasyncWire

/// The point of a run at which a connection is dropped once, or a client ends.
public struct ConnectionFault: Hashable, Sendable {
    /// The index of the message among the messages of all clients, in both directions.
    public let message: Int
    /// Whether the message itself is lost; otherwise the connection is dropped after it.
    public let losesMessage: Bool
    /// Whether the client also ends, without another call, and begins again over its offline store.
    public let endsClient: Bool

    /// Creates the description of a fault.
    public init(message: Int, losesMessage: Bool, endsClient: Bool = false) {
        self.message = message
        self.losesMessage = losesMessage
        self.endsClient = endsClient
    }
}

extension ConnectionFault: CustomStringConvertible {
    /// The position of the fault.
    public var description: String {
        "\(endsClient ? "restarted" : "dropped") \(losesMessage ? "before" : "after") message \(message)"
    }
}
