public import DatasyncClient

extension Webcom.ServerlessDbNode {
    /// Shows at this node whether the client is connected.
    ///
    /// - Parameters:
    ///   - online: The value in Foundation JSON while the client is connected.
    ///   - offline: The value that the back end writes when the connection ends; `nil` removes the node.
    /// - Returns: The presence; retain it as long as the client is present. A refused write goes to the diagnostics.
    public func presence(online: Any, offline: Any? = nil) -> DatasyncPresence {
        DatasyncPresence(location, online: .foundation(online), offline: .foundation(offline))
    }
}
