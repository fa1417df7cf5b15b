package import DatasyncTree
package import DatasyncWire

/// What tests and demos do to the back end from outside.
extension BackendState {
    /// Keeps the requests of a client unanswered.
    ///
    /// Pushes that others cause go on.
    package mutating func hold(_ id: PortID) { ports[id]?.isHeld = true }

    /// Works off, in order, what was kept, and goes on answering.
    package mutating func release(_ id: PortID, now: Double) -> [Delivery] {
        guard let port = ports[id] else { return [] }
        ports[id]?.isHeld = false
        ports[id]?.held = []
        guard let session = port.session else { return [] }
        return port.held.flatMap { handle($0, from: session, now: now) }
    }

    /// Answers the next write or listen of a client, once, with a status.
    package mutating func refuseNext(_ id: PortID, _ kind: PortRefusal.Kind = .write, with status: Status) {
        ports[id]?.refusals.append(PortRefusal(kind: kind, status: status))
    }

    /// Ends the connection of a client and keeps it from opening another; what was held is lost.
    package mutating func drop(_ id: PortID, now: Double) -> [Delivery] {
        ports[id]?.isDown = true
        guard let session = ports[id]?.session else { return [] }
        let end = Delivery(port: id, session: session, event: .closed(reason: "The connection was dropped."))
        return [end] + closed(session, now: now)
    }

    /// Lets a client connect again, and tells it so.
    package mutating func restore(_ id: PortID) -> [Delivery] {
        guard ports[id]?.isDown == true else { return [] }
        ports[id]?.isDown = false
        return [Delivery(port: id, session: nil, event: .available)]
    }

    /// Writes as the owner of the data: no rules, every listener is told.
    package mutating func write(_ value: WriteValue, at path: Path, now: Double) throws(DataError) -> [Delivery] {
        let kept = rules
        rules = .open
        defer { rules = kept }
        do throws(Refusal) {
            let write = Write(path: path, parts: [MergePart(path: .root, value: value)], isMerge: false)
            return try apply(write, uid: nil, now: now).pushes
        } catch {
            throw DataError(.invalidValue, at: path.description, error.reason)
        }
    }

    /// Changes who a client is, as if its credential had been exchanged.
    package mutating func authenticate(_ id: PortID, uid: String?) -> [Delivery] {
        ports[id]?.session.map { authenticate($0, uid: uid) } ?? []
    }
}
