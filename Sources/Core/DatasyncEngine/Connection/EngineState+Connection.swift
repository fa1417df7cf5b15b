import DatasyncTree
package import DatasyncWire

/// The connection: connecting, disconnecting, and the requests that each reconnect repeats.
extension EngineState {
    package var connectionStatus: ConnectionStatus {
        if isReady { return .connected(offset: offset ?? 0) }
        return .disconnected(
            offset: offset, isInitializing: isInitializing, reason: attempts.reason, nextAttempt: attempts.next)
    }

    private var isInitializing: Bool {
        if case .opening = phase { !attempts.hasTried } else { false }
    }

    /// Connects or disconnects at the application's request.
    package mutating func enableConnection(_ isEnabled: Bool) {
        switch (phase, isEnabled) {
        case (.off, true):
            open()
            announceStatus()
        case (.opening, false), (.ready, false), (.waiting, false):
            connection += 1
            effects.append(.close)
            attempts.isRefused = false
            lost(as: .off, because: nil)
        case (.off, false), (.opening, true), (.ready, true), (.waiting, true): break
        }
    }

    private mutating func open() {
        phase = .opening
        attempts.next = nil
        connection += 1
        effects.append(.open(connection: connection))
    }

    /// Handles an event of a connection; ignores events of an earlier connection.
    package mutating func received(_ event: consuming LinkEvent, from number: Int, now: Double) {
        if number == connection { received(consume event, now: now) }
    }

    /// Handles an event of the current connection.
    ///
    /// Consumes the event, so that its content is not copied on the way.
    package mutating func received(_ event: consuming LinkEvent, now: Double) {
        switch consume event {
        case .message(let message):
            // A connection that the back end has ended may still deliver messages, which do not count.
            switch phase {
            case .off, .waiting: break
            case .opening, .ready: received(message, now: now)
            }
        case .closed(let reason):
            switch phase {
            case .off, .waiting: break
            case .opening, .ready: failed(because: reason)
            }
        case .refused(let reason):
            switch phase {
            case .off, .waiting: break
            case .opening, .ready: failed(because: reason, isRefusal: true)
            }
        case .waiting(let time):
            guard case .waiting = phase else { return }
            attempts.next = time
            announceStatus()
        case .available:
            guard case .waiting = phase else { return }
            open()
        }
    }

    private mutating func received(_ message: consuming BackendMessage, now: Double) {
        switch consume message {
        case .control(.hello(let time, _, _, _, let numbersWrites, let hasWebhooks)):
            connected(offset: time - now, numbersWrites: numbersWrites, hasWebhooks: hasWebhooks)
        case .control(.ping): effects.append(.send(.pong))
        case .control(.reset(let host)):
            effects.append(.abandonConnection)
            failed(because: "The back end asks for a new connection\(host.map { " to \($0)" } ?? "").")
        case .control(.shutdown(let reason)):
            effects.append(.abandonConnection)
            failed(because: reason.isEmpty ? "The back end shuts down." : "The back end shuts down: \(reason)")
        case .control(.pong): break
        case .push(let push): if isReady { received(push) }
        case .response(let response): if isReady { received(response) }
        }
    }

    private mutating func received(_ response: borrowing Response) {
        let purpose = session.inFlight.remove(response.number)
        switch purpose {
        case .write(let number, let sent):
            if response.status == .unknownClient { return renumberWrites() }
            numbering.own.answered(sent)
            store(.answered(sent, write: number))
        case .transaction(_, let sent):
            if response.status == .unknownClient { return renumberWrites() }
            answered(sent)
        case .lostWrite(let sent):
            if response.status == .unknownClient { return renumberWrites() }
            answered(sent)
        default: break
        }
        switch purpose {
        case .listen(let query): handleResponse(query, response)
        case .unlisten(let query): handleResponse(unlisten: query, response)
        case .read(let operation, let query, let user): handleResponse(operation, query, of: user, response)
        case .write(let number, _): handleResponse(write: number, response)
        case .transaction(let operation, _): handleResponse(transaction: operation, response)
        case .transactionRead(let operation): handleResponse(transactionRead: operation, response)
        case .onDisconnectWrite(let operation): handleResponse(onDisconnectWrite: operation, response)
        case .authentication(let operation, let credential):
            handleResponse(authentication: operation, credential, response)
        case .webhook(let operation, let request, _): handleResponse(operation, request, response)
        case .lostWrite, nil: break
        }
    }

    private mutating func answered(_ sent: Int?) {
        numbering.own.answered(sent)
        if let sent { store(.answered(sent, write: nil)) }
    }

    /// Handles `hello`: sends the credential and everything pending on the new connection, in a fixed order.
    ///
    /// First come writes without a user, the credential, listens, waiting reads and requests about webhooks. Once the back end
    /// has accepted the credential (without one, right after the listens) follow sent writes by number, writes never sent,
    /// on-disconnect writes, and transactions that were not sent.
    private mutating func connected(offset: Double, numbersWrites: Bool, hasWebhooks: Bool) {
        guard case .opening = phase else { return }
        session.numbersWrites = numbersWrites
        session.hasWebhooks = hasWebhooks
        self.offset = offset
        phase = .ready
        attempts.hasTried = true
        attempts.reason = nil
        attempts.isRefused = false
        attempts.diagnosed = []
        announceStatus()
        if let credential {
            sendWritesWithoutUser()
            authenticate(as: credential.text, operation: credential.operation)
        }
        for listen in replica.neededListens { start(listen) }
        followSession()
        for read in waitingReads { send(read.operation, read.query) }
        waitingReads = []
        sendWaitingWebhooks()
    }

    /// Sends the writes without a user before the session's credential, so that they also come first at the back end.
    private mutating func sendWritesWithoutUser() {
        let numbers = numbering.user == nil ? numbering.own : numbering.ofOthers[nil]
        guard numbers?.unanswered.isEmpty == false || writes.contains(where: { $0.value.write.user == nil }) else {
            return
        }
        useNumbers(of: nil)
        sendWrites()
    }

    /// Sends everything that was pending when the connection was opened, except reads.
    ///
    /// If the user changes on the connection, only the new user's writes are left.
    mutating func sendPending() {
        sendWrites()
        sendOnDisconnectWrites()
        if !session.numbersWrites, !session.hasRetractedTransactions { retractSentTransactions() }
        session.hasRetractedTransactions = true
        restartTransactions()
    }

    /// Sends the user's on-disconnect writes that were not sent on this connection, in order.
    ///
    /// - Parameter operation: If given, only writes called before it are sent.
    mutating func sendOnDisconnectWrites(before operation: OperationID? = nil) {
        for onDisconnectWrite in onDisconnectWrites
        where onDisconnectWrite.sentOn != connection && [nil, user].contains(onDisconnectWrite.user)
            && operation.map({ onDisconnectWrite.operation < $0 }) ?? true
        {
            send(onDisconnectWrite)
        }
    }

    /// Handles a failed connection or attempt, and reports each new reason to the diagnostics once.
    private mutating func failed(because reason: String, isRefusal: Bool = false) {
        let verb = isReady ? "was lost" : "could not be opened"
        let reason = reason.isEmpty ? "No reason was given." : reason
        attempts.isRefused = isRefusal
        lost(as: .waiting, because: reason)
        guard attempts.diagnosed.insert(reason).inserted else { return }
        effects.append(
            .diagnose(
                DatasyncError(
                    .disconnected, at: nil,
                    "The connection to the back end \(verb): \(reason.asSentence) The client reconnects by itself, "
                        + "and sends its subscriptions and pending writes then.")))
    }

    /// Resets the state of the connection.
    ///
    /// The next connection repeats requests without a response, except reads, which are settled from the cache, and requests
    /// about webhooks of a user who has left.
    private mutating func lost(as next: ConnectionPhase, because reason: String?) {
        phase = next
        attempts.next = nil
        attempts.hasTried = true
        attempts.reason = reason
        let interrupted = session.inFlight
        session = Session()
        replica.forgetListens()
        for (_, purpose) in interrupted {
            switch purpose {
            case .read(let operation, let query, let reader):
                if reader == nil || reader == user {
                    readFromCache(operation, query)
                } else {
                    abandon(operation)
                }
            case .authentication(let operation, let text) where operation != credential?.operation:
                // A new connection has no user, so signing out has succeeded.
                settle(operation, text == nil ? .success(.done) : .failure(superseded))
            case .webhook(let operation, let request, let user):
                interrupt(operation, request, of: user)
            default: break
            }
        }
        for read in waitingReads { readFromCache(read.operation, read.query) }
        waitingReads = []
        interruptTransactions()
        announceStatus()
    }

    /// Disconnects, settles every pending operation and cancels every subscription.
    package mutating func release() {
        enableConnection(false)
        for (_, queued) in writes { settle(queued.operation, released(during: "write", at: queued.write.path)) }
        for (_, transaction) in transactions {
            settle(transaction.operation, released(during: "transaction", at: transaction.path))
        }
        for onDisconnectWrite in onDisconnectWrites where !onDisconnectWrite.isConfirmed {
            settle(onDisconnectWrite.operation, released(during: "on-disconnect write", at: onDisconnectWrite.path))
        }
        if let credential, !credential.isSettled {
            settle(credential.operation, released(during: "authentication", at: .root))
        }
        for wait in writeWaits { settle(wait.operation, released(during: "wait for pending writes", at: .root)) }
        for waiting in waitingWebhooks {
            settle(waiting.operation, released(during: "request about webhooks", at: waiting.request.path))
        }
        waitingWebhooks = []
        writeWaits = []
        writes = NumberedQueue()
        hiddenWrites = [:]
        _ = numbering.own.begin(as: numbering.lastClient)
        transactions = .init()
        transactionIndex = .init()
        onDisconnectWrites = []
        credential = nil
        session.credential = nil
        let registrations = Array(replica.registrations.keys) + Array(info.registrations.keys)
        for id in registrations.sorted(by: { $0.number < $1.number }) { unlisten(id) }
        // Settled writes are no longer pending; no view is left that could show them.
        replica.pending = PendingWrites()
        updating = [:]
    }

    private func released(during operation: String, at path: Path) -> Result<Outcome, DatasyncError> {
        let message =
            "The application was released before the back end acknowledged the \(operation) at \(path); "
            + "keep the application until then."
        return .failure(DatasyncError(.released, at: path, message))
    }
}
