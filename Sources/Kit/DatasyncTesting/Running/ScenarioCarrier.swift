package import DatasyncWire

/// A means of carrying the messages of a scenario between clients and back end, such as sockets.
package protocol ScenarioCarrier: Sendable {
    /// A word for the description of the run.
    var name: String { get }

    /// Returns a link whose messages this carrier transports.
    ///
    /// - Parameter backend: The link to the back end, at the other end of the carrier.
    /// - Returns: The link for the client.
    func link(to backend: any Link) -> any Link

    /// Waits until all messages have arrived.
    ///
    /// - Returns: Whether messages have arrived since the last call.
    func settle() -> Bool

    /// Closes the connections of a run that has ended.
    func finish()
}
