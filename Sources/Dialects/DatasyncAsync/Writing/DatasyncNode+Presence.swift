public import DatasyncClient

extension DatasyncNode {
    /// Shows at this node whether the client is connected.
    ///
    /// - Parameters:
    ///   - online: The value while the client is connected, encoded by the application's encoder.
    ///   - offline: The value that the back end writes when the connection ends.
    /// - Returns: The presence; retain it as long as the client is present. A refused write goes to the diagnostics.
    public func presence<Online: Encodable, Offline: Encodable>(online: Online, offline: Offline) -> DatasyncPresence {
        DatasyncPresence(location, online: .encodable(online, application), offline: .encodable(offline, application))
    }

    /// Shows at this node whether the client is connected; without a connection the node has no value.
    ///
    /// - Parameter online: The value while the client is connected, encoded by the application's encoder.
    /// - Returns: The presence; retain it as long as the client is present. A refused write goes to the diagnostics.
    public func presence<Online: Encodable>(online: Online) -> DatasyncPresence {
        DatasyncPresence(location, online: .encodable(online, application), offline: .null)
    }
}
