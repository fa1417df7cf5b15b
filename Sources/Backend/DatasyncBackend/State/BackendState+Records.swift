import DatasyncConcurrency
package import DatasyncLog
package import DatasyncTree
import DatasyncWire

/// The outcome of a start: success, or the reason for the failure.
package struct StartOutcome: Sendable {
    package let failure: String?
}

/// Records: they change the shared state; listeners and the originator receive the effect.
extension BackendState {
    /// Applies a record of the log.
    ///
    /// - Throws: ``DatasyncError`` if the content cannot be read; the state is then unchanged.
    package mutating func apply(_ record: LogRecord, now: Double) throws(DatasyncError) -> [Delivery] {
        if case .failed = phase { return [] }
        let isReloading = if case .reloading = phase { true } else { false }
        let (applied, origin, change) = try database.apply(record, isObserved: !isReloading && !listeners.isEmpty)
        position = record.position
        idleSeconds = 0
        let isOwn = place.contains(origin.session)
        let id = isOwn ? SessionID(number: origin.session.number) : nil
        var reply: Reply?
        if isOwn { inFlight = max(0, inFlight - 1) }
        // If the log has stored an entry twice, the second one does not match, because the first one was removed.
        if let id, sessions[id]?.outstanding.first?.origin.isEqual(to: origin) == true {
            reply = sessions[id]?.outstanding.popFirst()?.reply
            sessions[id]?.outstandingOnDisconnect -= reply?.onDisconnectSize ?? 0
        }
        // While the log is read again, listeners wait for the result.
        var deliveries = isReloading ? [] : deliver(applied, to: id, reply, now: now)
        switch change {
        case .closeRun(run): return deliveries + fence()
        case .startRun where isOwn && origin.sequence == startSequence: deliveries += started(now: now)
        case .closeRun where isOwn, .setRules where isOwn: deliveries += madeStep(now: now)
        default: if let id { deliveries += answerWaiting(id, now: now) }
        }
        if let notice = applied.notice, case .open = phase { notices.append(notice) }
        return deliveries + reached(now: now)
    }

    /// Delivers the effect of an entry: revocations and pushes, then the response.
    mutating func deliver(_ applied: Applied, to id: SessionID?, _ reply: Reply?, now: Double) -> [Delivery] {
        var deliveries: [Delivery] = []
        for (index, var write) in applied.writes.enumerated() {
            write.findChanges()
            // Listens that this write forbids must not receive the written data.
            deliveries += revokeWatchingListens(after: write, now: now)
            let concerned = listeners.concerned(by: write)
            if index == applied.writes.count - 1 {
                keepIndexes(at: concerned)
                write.after = data
            }
            deliveries += pushes(of: write, to: concerned)
            listeners.update(concerned, after: write.after)
            deliveries += revokeTooLargeListens(around: write.write.path)
        }
        switch applied.rights {
        case .unchanged: break
        case .ofSession(let name):
            if name.run == run { deliveries += revokeForbiddenListens(of: SessionID(number: name.number), now: now) }
        case .ofAll: deliveries += revokeForbiddenListens(now: now)
        }
        guard let id, let reply, sessions[id] != nil else { return deliveries }
        switch applied.outcome {
        case .response(var result):
            // The log has the status only.
            if let refusal = reply.refusal, refusal.status == result.status { result = WriteResult(refusal) }
            return deliveries + respond(result, to: id, reply, now: now)
        case .gap(let expected):
            let reason =
                "The number of a write does not follow the previous one of its client; the next is \(expected). Connect "
                + "again, and send all unanswered writes."
            return deliveries + end(id, because: reason, now: now)
        case .skipped: return deliveries
        }
    }

    /// Responds to a write; what the session may not read is left out.
    mutating func respond(_ result: WriteResult, to id: SessionID, _ reply: Reply, now: Double) -> [Delivery] {
        var deliveries: [Delivery] = []
        var (status, reason, data) = (result.status, result.reason, result.data)
        if data != nil, let path = reply.path, !database.mayRead(path, by: principal(of: id), at: now) { data = nil }
        if status == .dataStale, reply.isConditional, let path = reply.path, !listeners.covers(path, for: id) {
            do throws(Refusal) {
                // A stale compare-and-set must not reveal a value that the client may not read.
                _ = try checkReading(path, .all, by: principal(of: id), now: now)
                deliveries.append(delivery(id, .push(.set(path: path, node: database.data[path], tag: nil))))
            } catch {
                (status, reason) = (error.status, error.reason)
            }
        }
        let response = Response(number: reply.request, status: status, reason: reason, data: data)
        return deliveries + [delivery(id, .response(response))]
    }

    /// Returns the pushes for an executed write, sorted by session.
    ///
    /// Within a session, shallower listens come first; at one path, windows come by tag before the default listen.
    func pushes(of write: AppliedWrite, to concerned: [Listeners.Concerned]) -> [Delivery] {
        var pushes = SharedPushes(write)
        for node in concerned {
            for (window, listeners) in node.complete + node.filtered {
                pushes.add(listeners.inOrder, of: window, at: node.path)
            }
        }
        // An ended session's listens are removed later, and its port may have another session by then.
        let ended = Set(endedListens.map(\.session))
        return pushes.inOrder(except: ended)
    }

    // MARK: Beginning and end

    /// Begins to take part: asks the log for its latest position; once that is applied, all earlier records are known.
    package mutating func start() {
        startNumber += 1
        latestWaits.add(.start(startNumber))
    }

    /// Ends the sessions of earlier runs, whose servers are gone, and sets the rules, then accepts connections.
    mutating func started(now: Double) -> [Delivery] {
        // The snapshot may have the end of this run.
        if database.closedRuns[run] != nil { return fence() }
        lostStarts = 0
        switch phase {
        case .starting:
            var earlier = Set(database.sessions.keys.map(\.run))
            if database.rules.source == .file, database.closedRuns[database.rulesRun] == nil {
                earlier.insert(database.rulesRun)
            }
            let runs = users.startEndsRuns ? earlier.subtracting([run]).sorted() : []
            let (rules, notice) = startRules?.choice(for: database, by: users.startEndsRuns ? nil : run) ?? (nil, nil)
            if let notice { notices.append(notice) }
            let steps = runs.count + (rules == nil ? 0 : 1)
            phase = .starting(closing: steps)
            for run in runs { endRun(run) }
            if let rules { _ = submit(.setRules(rules), from: nil, now: 0) }
            return steps == 0 ? accept(now: now) : []
        case .reloading(let shown): return resume(from: shown, now: now)
        case .open, .failed: return []
        }
    }

    /// Ends the sessions of another run, whose server is gone, and executes their on-disconnect writes.
    package mutating func endRun(_ run: UInt64) { _ = submit(.closeRun(run), from: nil, now: 0) }

    /// Counts an entry that ends an earlier run or sets the rules; after the last one, connections are accepted.
    private mutating func madeStep(now: Double) -> [Delivery] {
        guard case .starting(let closing?) = phase else { return [] }
        phase = .starting(closing: closing - 1)
        return closing > 1 ? [] : accept(now: now)
    }

    mutating func accept(now: Double) -> [Delivery] {
        phase = .open
        let deliveries = sessions.keys.sorted().flatMap { id in
            greetings[id] == nil ? answerWaiting(id, now: now) : greet(id, now: now)
        }
        return deliveries + reached(now: now)
    }

    /// Ends all sessions, because another server has ended this run; entries of the run have no effect any more.
    private mutating func fence() -> [Delivery] {
        var deliveries: [Delivery] = []
        for id in sessions.keys.sorted() {
            // The end of the run has ended the shared part.
            sessions[id]?.isShared = false
            deliveries += end(
                id, because: "Another server took over, because this one did not answer it for a while. Connect again.",
                now: 0)
        }
        (entries, lostEnds, lostRuns, inFlight) = ([], [], [], 0)
        phase = .starting(closing: nil)
        isFenced = true
        return deliveries
    }

    /// The outcome of the start; `nil` while the server reads the log.
    package var startOutcome: StartOutcome? {
        switch phase {
        case .starting, .reloading: nil
        case .open: StartOutcome(failure: nil)
        case .failed(let reason): StartOutcome(failure: reason)
        }
    }

    /// Refuses all connections from now on, and ends those that are open.
    package mutating func fail(because reason: String, now: Double) -> [Delivery] {
        phase = .failed(reason: reason)
        return sessions.keys.sorted().flatMap { end($0, because: reason, now: now) }
    }

    /// The number of lost beginnings after which the first start fails.
    private static let startLimit = 6

    /// Handles entries whose outcome is unknown: ends their sessions, whose clients send the writes again.
    ///
    /// The ends of sessions are appended again with the next entry, so that their on-disconnect writes are executed.
    package mutating func lost(_ lost: [LogEntry], because reason: String, now: Double) -> [Delivery] {
        var deliveries: [Delivery] = []
        for entry in lost where entry.run == run {
            inFlight = max(0, inFlight - 1)
            switch (try? DatabaseEntry(entry))?.change {
            case .closeSession: lostEnds.append(entry)
            case .closeRun(let run): lostRuns.append(run)
            case .startRun: if entry.number == startSequence { lostStarts += 1 }
            case .setRules: if case .starting = phase, startRules != nil { lostStarts += 1 }
            default: deliveries += end(SessionID(number: entry.session), because: reason, now: now)
            }
        }
        if case .starting = phase, users.startEndsRuns, lostStarts >= Self.startLimit {
            deliveries += fail(because: reason, now: now)
        }
        return deliveries
    }

    /// Whether the shell must call ``repeatStart()`` after a while.
    package var hasLostStart: Bool {
        switch phase {
        case .starting, .reloading: lostStarts > 0 || !lostRuns.isEmpty
        case .open, .failed: false
        }
    }

    /// Appends the beginning of this server again, or the ends of earlier runs.
    package mutating func repeatStart() {
        guard hasLostStart else { return }
        if lostRuns.isEmpty { start() } else { appendLostRuns() }
    }

    private mutating func appendLostRuns() {
        let runs = lostRuns
        lostRuns = []
        for run in runs { endRun(run) }
    }

    /// Takes the entries to append, starting with the lost ends of sessions.
    package mutating func takeEntries() -> [LogEntry] {
        if entries.isEmpty { return [] }
        appendLostRuns()
        defer { (entries, lostEnds) = ([], []) }
        inFlight += lostEnds.count + entries.count
        return lostEnds + entries
    }
}
