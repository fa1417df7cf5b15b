package import DatasyncWebSocket

/// The request for the WebSocket connection of a ``SocketTask``.
package struct SocketRequest: Sendable, Equatable {
    /// The address with its query, encoded.
    package let url: String
    /// The maximum size of a received message in bytes.
    package let maximumMessageBytes: Int

    package init(_ address: ServerAddress, maximumMessageBytes: Int) {
        url = address.description
        self.maximumMessageBytes = maximumMessageBytes
    }
}
