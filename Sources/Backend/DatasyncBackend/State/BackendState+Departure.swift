import DatasyncConcurrency
import DatasyncWire

/// The departure of clients to other servers.
extension BackendState {
    /// Asks the client of a session to connect again, once the requests received before are answered.
    ///
    /// Later requests get no response and have no effect; the client sends them again on its next connection.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - host: The host to connect to; `nil` for the client's choice.
    /// - Returns: The messages to deliver.
    package mutating func leave(_ id: SessionID, for host: String?) -> [Delivery] {
        guard case .none? = sessions[id]?.departure else { return [] }
        sessions[id]?.departure = .due(host: host)
        return depart(id)
    }

    /// Sends the request to connect again, if it is due and nothing waits for a response.
    mutating func depart(_ id: SessionID) -> [Delivery] {
        guard let session = sessions[id], case .due(let host) = session.departure, session.outstanding.isEmpty,
            session.waiting.isEmpty, ports[session.port]?.held.isEmpty ?? true
        else { return [] }
        sessions[id]?.departure = .sent
        return [delivery(id, .control(.reset(host: host)))]
    }
}
