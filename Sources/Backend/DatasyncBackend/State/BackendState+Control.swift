package import DatasyncTree
package import DatasyncWire

/// The fault injection that tests and demos use.
extension BackendState {
    /// Holds back the responses to a client's requests.
    ///
    /// The requests are queued until ``release(_:now:)``. Pushes caused by other clients continue.
    package mutating func hold(_ id: PortID) { ports[id]?.isHeld = true }

    /// Processes the queued requests in order, and responds to later requests at once.
    package mutating func release(_ id: PortID, now: Double) -> [Delivery] {
        guard let port = ports[id] else { return [] }
        ports[id]?.isHeld = false
        ports[id]?.held = []
        guard let session = port.session else { return [] }
        return port.held.flatMap { handle($0, from: session, now: now) }
    }

    /// Fails a client's next write or listen with a status, once.
    package mutating func refuseNext(_ id: PortID, _ kind: PortRefusal.Kind = .write, with status: Status) {
        ports[id]?.refusals.append(PortRefusal(kind: kind, status: status))
    }

    /// Ends the connection of a client and prevents a new one; queued requests are lost.
    package mutating func drop(_ id: PortID, now: Double) -> [Delivery] {
        ports[id]?.isDown = true
        guard let session = ports[id]?.session else { return [] }
        let end = Delivery(port: id, event: .closed(reason: "The connection was dropped."))
        return [end] + closed(session, now: now)
    }

    /// Allows a client to connect again, and notifies it.
    package mutating func restore(_ id: PortID) -> [Delivery] {
        guard ports[id]?.isDown == true else { return [] }
        ports[id]?.isDown = false
        return [Delivery(port: id, event: .available)]
    }

    /// Writes without checking the rules; every listener receives the change.
    ///
    /// - Throws: ``DatasyncError`` `invalidValue` if the data applied so far do not allow the write.
    package mutating func write(_ value: WriteValue, at path: Path, now: Double) throws(DatasyncError) -> [Delivery] {
        let write = Write.set(value, at: path)
        if let refusal = database.refusal(of: write, by: .owner, at: time(of: now)) {
            throw DatasyncError(.invalidValue, at: path.description, refusal.reason)
        }
        return submit(.ownerWrite(write), from: nil, now: now)
    }

    /// Replaces the rules, and revokes listens that the new rules do not allow.
    package mutating func setRules(_ rules: RulesDocument, now: Double) -> [Delivery] {
        submit(.setRules(rules), from: nil, now: now)
    }

    /// Changes the user identifier of a client, as if it had sent another credential.
    package mutating func authenticate(_ id: PortID, uid: String?, now: Double) -> [Delivery] {
        guard let session = ports[id]?.session else { return [] }
        return submit(.signIn(.client(uid.map { RuleAuth(uid: $0) })), from: session, now: now)
    }

    /// Ends the rights of a session's user, such as when the credential has expired, and notifies the client.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - number: The number of the sign-in among the session's sign-ins and sign-outs, from 1. After a later one, the
    ///     call has no effect.
    ///   - status: The status that the client receives.
    ///   - reason: The reason that the client receives.
    ///   - now: The time in milliseconds since the Unix epoch.
    /// - Returns: The messages to deliver.
    package mutating func revokeSignIn(
        _ id: SessionID, _ number: Int, _ status: Status, because reason: String, now: Double
    ) -> [Delivery] {
        guard let signIns = sessions[id]?.signIns, signIns <= number else { return [] }
        guard signIns == number else {
            // The sign-in is still waiting, and is refused when its turn comes.
            sessions[id]?.endedSignIn = (number, status, reason)
            return []
        }
        let notice = delivery(id, .push(.authenticationRevoked(status: status, reason: reason)))
        return [notice] + submit(.signIn(.anyone), from: id, now: now)
    }
}
