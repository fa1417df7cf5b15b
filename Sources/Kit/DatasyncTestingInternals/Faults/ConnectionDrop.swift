import DatasyncBackend
import DatasyncWire

/// The drop of a connection, in terms of the naive model, which has requests but no messages.
struct ConnectionDrop: Sendable {
    let client: String
    /// The index of the step that led to the message.
    let step: Int
    /// The number of changing requests from all clients that the back end had processed.
    let processed: Int
    /// The number of changing requests on the connection whose responses the client had received.
    let received: Int
}
