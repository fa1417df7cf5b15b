import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
package import DatasyncWire

/// Requests: each is decided on the applied state, before anything of it reaches the log.
extension BackendState {
    /// The handling of a request whose turn has come.
    private enum Decision {
        /// The request changes nothing that is shared.
        case read
        /// The request becomes an entry.
        case submit(Change, WriteNumber?, Reply)
        /// The request leaves no trace.
        case respond(WriteResult, Reply)
    }

    /// Processes a client's message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - signIn: The decision about the credential of a sign-in; without one, the credential is the user's identifier.
    ///   - id: The session of the client.
    ///   - now: The time in milliseconds since the Unix epoch.
    /// - Returns: The messages to deliver.
    package mutating func received(
        _ message: ClientMessage, signIn: SignInDecision? = nil, from id: SessionID, now: Double
    ) -> [Delivery] {
        guard let session = sessions[id] else { return [] }
        switch message {
        case .keepAlive, .pong: return []
        case .ping: return [delivery(id, .control(.pong))]
        case .request(let request):
            guard case .none = session.departure else { return [] }
            let waiting = WaitingRequest(request: request, signIn: signIn)
            guard ports[session.port]?.isHeld != true else {
                ports[session.port]?.held.append(waiting)
                return []
            }
            return handle(waiting, from: id, now: now)
        }
    }

    /// Processes the only request of a session: its sign-in, its write and its end make one append.
    ///
    /// If the write is refused, nothing of it is stored, not even the sign-in.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - principal: The party whose rights it has; `nil` for those of anyone.
    ///   - id: The session.
    ///   - now: The time in milliseconds since the Unix epoch.
    /// - Returns: The messages to deliver.
    package mutating func receivedOnly(
        _ request: Request, as principal: Principal?, from id: SessionID, now: Double
    ) -> [Delivery] {
        sessions[id]?.only = OnlyRequest(principal: principal)
        return received(.request(request), from: id, now: now)
    }

    /// Executes a request, or queues it behind the session's earlier entries.
    mutating func handle(_ waiting: WaitingRequest, from id: SessionID, now: Double) -> [Delivery] {
        guard let session = sessions[id] else { return [] }
        guard isOpen(for: id), !session.awaitsIndex, session.waiting.isEmpty,
            let decision = decision(about: waiting, from: id, now: now)
        else {
            sessions[id]?.waiting.append(waiting)
            return []
        }
        return carryOut(decision, of: waiting.request, from: id, now: now)
    }

    /// Answers a session's requests whose turn has come.
    mutating func answerWaiting(_ id: SessionID, now: Double) -> [Delivery] {
        guard isOpen(for: id) else { return [] }
        if isSettled(id) { sessions[id]?.awaitsEntries = false }
        var deliveries: [Delivery] = []
        // Not a copy of the session, which would make each removal copy the queue.
        while sessions[id]?.awaitsIndex == false, sessions[id]?.awaitsEntries == false,
            let next = sessions[id]?.waiting.first, let decision = decision(about: next, from: id, now: now)
        {
            _ = sessions[id]?.waiting.popFirst()
            deliveries += carryOut(decision, of: next.request, from: id, now: now)
        }
        return deliveries + depart(id)
    }

    /// Whether the server takes part in the log, and has greeted the session.
    private func isOpen(for id: SessionID) -> Bool {
        if case .immediate = mode { return true }
        if case .open = phase { return greetings[id] == nil }
        return false
    }

    /// Whether all entries of the session are applied.
    private func isSettled(_ id: SessionID) -> Bool { sessions[id]?.outstanding.isEmpty ?? true }

    // MARK: Decisions

    /// Decides about a request; `nil` if it must wait for the session's entries, or for an index.
    private mutating func decision(about waiting: WaitingRequest, from id: SessionID, now: Double) -> Decision? {
        let request = waiting.request
        var reply = Reply(request: request.number)
        switch request.action {
        case .write(let write, let hash, let number):
            reply.path = write.path
            reply.isConditional = hash != nil
            if !isRepeated(number), hasInjectedRefusal(id, .write), !isSettled(id) { return waitForEntries(id) }
            let refusal = Refusal(request) ?? refusal(of: write, expectedHash: hash, number, from: id, now: now)
            if let refusal { return refuse(refusal, number, reply, id) }
            return .submit(.write(write, expectedHash: hash), number, reply)
        case .writeOnDisconnect(let write, let number):
            let refusal = Refusal(request) ?? refusal(ofRegistering: write, from: id, now: now)
            if let refusal { return refuse(refusal, number, reply, id) }
            reply.onDisconnectSize = write.onDisconnectSize
            return .submit(.replaceOnDisconnect(write), number, reply)
        case .cancelOnDisconnect(let path, let number):
            if let refusal = Refusal(request) { return refuse(refusal, number, reply, id) }
            return .submit(.cancelOnDisconnect(path), number, reply)
        case .authenticate(let credential, _):
            return signIn(waiting.signIn ?? SignInDecision(identifier: credential), reply, id)
        case .unauthenticate:
            if case .client(nil) = nextPrincipal(of: id) {
                guard isSettled(id) else { return waitForEntries(id) }
                sessions[id]?.signIns += 1
                return .respond(.ok, reply)
            }
            sessions[id]?.signIns += 1
            return .submit(.signIn(.anyone), nil, reply)
        case .listen, .unlisten, .get, .statistics, .webhook:
            guard isSettled(id) else { return waitForEntries(id) }
            return lacksIndex(request.action, id, now: now) ? nil : .read
        }
    }

    private mutating func signIn(_ signIn: SignInDecision, _ reply: Reply, _ id: SessionID) -> Decision? {
        switch signIn {
        case .refused(let status, let reason): return refuse(Refusal(status, reason), nil, reply, id)
        case .accepted(let principal):
            let number = (sessions[id]?.signIns ?? 0) + 1
            if let ended = sessions[id]?.endedSignIn, ended.number == number {
                guard isSettled(id) else { return waitForEntries(id) }
                sessions[id]?.signIns = number
                return refuse(Refusal(ended.status, ended.reason), nil, reply, id)
            }
            sessions[id]?.signIns = number
            return .submit(.signIn(principal), nil, reply)
        }
    }

    /// Makes the session's next request wait until all of its entries are applied.
    private mutating func waitForEntries(_ id: SessionID) -> Decision? {
        sessions[id]?.awaitsEntries = true
        return nil
    }

    /// Refuses a request once the session's entries are applied, which may change the decision.
    ///
    /// Only a numbered request becomes an entry, without its data, so that its number has no gap.
    private mutating func refuse(
        _ refusal: Refusal, _ number: WriteNumber?, _ reply: Reply, _ id: SessionID
    ) -> Decision? {
        guard isSettled(id) else { return waitForEntries(id) }
        guard number != nil else { return .respond(WriteResult(refusal), reply) }
        var reply = reply
        reply.refusal = refusal
        return .submit(.refused(refusal.status), number, reply)
    }

    /// The rights that the session has once its entries are applied.
    private func nextPrincipal(of id: SessionID) -> Principal {
        (isSettled(id) ? nil : sessions[id]?.nextPrincipal) ?? principal(of: id)
    }

    /// Returns the reason why a write would be refused if it were applied now.
    private mutating func refusal(
        of write: Write, expectedHash: String?, _ number: WriteNumber?, from id: SessionID, now: Double
    ) -> Refusal? {
        if isRepeated(number) {
            // The kept response decides. The data of a refused write are not stored again.
            let kept = number.flatMap { database.clients[$0.client]?.response(to: $0.number) } ?? .ok
            return kept.status == .ok ? nil : Refusal(kept.status, kept.reason ?? "")
        }
        if let injected = injectedRefusal(id, .write) { return injected }
        // Without a log, the write itself is judged at once.
        guard case .log = mode else { return nil }
        return database.refusal(
            of: write, expectedHash: expectedHash, by: nextPrincipal(of: id), at: time(of: now))
    }

    /// Returns whether the back end has applied or refused a write with the number.
    private func isRepeated(_ number: WriteNumber?) -> Bool {
        number.map { $0.number <= database.clients[$0.client]?.highest ?? 0 } ?? false
    }

    /// Returns the reason why an on-disconnect write would be refused, such as the memory that it takes.
    private func refusal(ofRegistering write: Write, from id: SessionID, now: Double) -> Refusal? {
        let known = database.sessions[name(of: id)]?.onDisconnectWrites.compactMap { $0.without(partsCoveredBy: write) }
        let size = (sessions[id]?.outstandingOnDisconnect ?? 0) + write.onDisconnectSize
        guard (known ?? []).reduce(size, { $0 + $1.onDisconnectSize }) <= onDisconnectLimit else {
            return Refusal(
                .tooBig,
                "The on-disconnect writes of this client would take more than \(onDisconnectLimit) bytes, each counted as at "
                    + "least 16384; cancel some of them.")
        }
        guard case .log = mode else { return nil }
        return database.refusal(ofRegistering: write, by: nextPrincipal(of: id), at: time(of: now))
    }

    /// Returns whether an allowed read or listen has to wait for an index.
    private mutating func lacksIndex(_ action: Request.Action, _ id: SessionID, now: Double) -> Bool {
        switch action {
        case .listen(let path, let window, _, _), .get(let path, let window):
            guard let work = missingIndex(path, window) else { return false }
            do throws(Refusal) {
                _ = try checkReading(path, window, by: principal(of: id), now: now)
                if case .get = action { try checkIndex(path, window) }
            } catch {
                return false
            }
            wait(for: work, id)
            return true
        default: return false
        }
    }

    // MARK: Execution

    private mutating func carryOut(
        _ decision: Decision, of request: Request, from id: SessionID, now: Double
    ) -> [Delivery] {
        switch decision {
        case .read: return read(request, from: id, now: now)
        case .respond(let result, let reply): return respond(result, to: id, reply, now: now)
        case .submit(let change, let number, let reply):
            if case .log = mode { sessions[id]?.outstandingOnDisconnect += reply.onDisconnectSize }
            guard let only = sessions[id]?.only else {
                return submit(change, from: id, number, replyTo: reply, now: now)
            }
            let signIn = only.principal.map { submit(.signIn($0), from: id, now: now) } ?? []
            let write = submit(change, from: id, number, replyTo: reply, now: now)
            return signIn + write + closeShared(id, now: now)
        }
    }

    /// Executes a request that does not change shared state.
    private mutating func read(_ request: Request, from id: SessionID, now: Double) -> [Delivery] {
        var deliveries: [Delivery] = []
        var response = Response(number: request.number, status: .ok)
        do throws(Refusal) {
            switch request.action {
            case .listen(let path, let window, let tag, let hash):
                deliveries = try listen(id, path: path, window: window, tag: tag, hash: hash, now: now)
                let warnings = lacksDeclaredIndex(path, window) ? [Response.noIndex] : []
                response = Response(number: request.number, status: .ok, warnings: warnings)
            case .unlisten(let path, let window, _): removeListener(id, ListenKey(path: path, window: window))
            case .get(let path, let window):
                let value = window.cut(try node(at: path, window, for: principal(of: id), now: now))
                noteUse(path, window.order, now: now)
                response = Response(number: request.number, status: .ok, data: value)
            case .webhook(let webhook):
                try call(webhook, request.number, from: id, now: now)
                return []
            default: break
            }
        } catch {
            var reason = error.reason
            if case .get = request.action, error.status == .permissionDenied {
                reason = Response.permissionDenied + reason
            }
            response = Response(number: request.number, status: error.status, reason: reason)
        }
        return deliveries + [delivery(id, .response(response))]
    }

    /// Takes an injected refusal, which fails the next matching request.
    mutating func injectedRefusal(_ id: SessionID, _ kind: PortRefusal.Kind) -> Refusal? {
        guard let port = sessions[id]?.port, let index = ports[port]?.refusals.firstIndex(where: { $0.kind == kind }),
            let refusal = ports[port]?.refusals.remove(at: index)
        else { return nil }
        return Refusal(refusal.status, "The test that controls the back end refused this \(kind.rawValue).")
    }

    private func hasInjectedRefusal(_ id: SessionID, _ kind: PortRefusal.Kind) -> Bool {
        guard let port = sessions[id]?.port else { return false }
        return ports[port]?.refusals.contains { $0.kind == kind } ?? false
    }
}

extension Refusal {
    /// The reason why a write was refused when it was read.
    fileprivate init?(_ request: Request) {
        guard let refusal = request.refusal else { return nil }
        self.init(refusal.status, refusal.reason)
    }
}
