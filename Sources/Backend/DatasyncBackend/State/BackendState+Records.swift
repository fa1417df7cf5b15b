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
    package mutating func apply(_ record: Record, now: Double) throws(DatasyncError) -> [Delivery] {
        if case .failed = phase { return [] }
        let (applied, origin, change) = try database.apply(record, isObserved: !listeners.isEmpty)
        position = record.position
        guard origin.session.run == run else { return deliver(applied, to: nil, nil, now: now) }
        let id = SessionID(number: origin.session.number)
        var reply: Reply?
        // If the log has stored an entry twice, the second one does not match, because the first one was removed.
        if let first = sessions[id]?.outstanding.first, first.number == origin.number {
            reply = sessions[id]?.outstanding.popFirst()?.reply
            sessions[id]?.outstandingOnDisconnect -= reply?.onDisconnectSize ?? 0
        }
        var deliveries = deliver(applied, to: id, reply, now: now)
        switch change {
        case .startRun: deliveries += started(now: now)
        case .closeRun: deliveries += closedEarlierRun(now: now)
        default: deliveries += answerWaiting(id, now: now)
        }
        return deliveries
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
        case .response(let result): return deliveries + respond(result, to: id, reply, now: now)
        case .gap(let expected):
            let reason =
                "The number of a write does not follow the previous one of its client; the next is \(expected). Connect "
                + "again, and send all unanswered writes."
            return deliveries + end(id, because: reason, now: now)
        case .skipped: return deliveries
        }
    }

    private mutating func respond(_ result: WriteResult, to id: SessionID, _ reply: Reply, now: Double) -> [Delivery] {
        var deliveries: [Delivery] = []
        var (status, reason) = (result.status, result.reason)
        if status == .dataStale, let path = reply.conditionalPath, !listeners.covers(path, for: id) {
            do throws(Refusal) {
                // A stale compare-and-set must not reveal a value that the client may not read.
                _ = try checkReading(path, .all, by: principal(of: id), now: now)
                deliveries.append(delivery(id, .push(.set(path: path, node: data[path], tag: nil))))
            } catch {
                (status, reason) = (error.status, error.reason)
            }
        }
        let response = Response(number: reply.request, status: status, reason: reason, data: result.data)
        return deliveries + [delivery(id, .response(response))]
    }

    /// Returns the pushes for an executed write, sorted by session.
    ///
    /// Within a session, shallower listens come first; at one path, windows come by tag before the default listen.
    private func pushes(of write: AppliedWrite, to concerned: [Listeners.Concerned]) -> [Delivery] {
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

    /// Begins to take part: appends an entry; once it is applied, all earlier records are known.
    package mutating func start() {
        _ = submit(.startRun, from: nil, now: 0)
    }

    /// Ends the sessions of earlier runs, whose servers are gone, then accepts connections.
    private mutating func started(now: Double) -> [Delivery] {
        let runs = Set(database.sessions.keys.map(\.run)).subtracting([run]).sorted()
        phase = .starting(closing: runs.count)
        for run in runs { _ = submit(.closeRun(run), from: nil, now: now) }
        return runs.isEmpty ? accept(now: now) : []
    }

    private mutating func closedEarlierRun(now: Double) -> [Delivery] {
        guard case .starting(let closing?) = phase else { return [] }
        phase = .starting(closing: closing - 1)
        return closing > 1 ? [] : accept(now: now)
    }

    private mutating func accept(now: Double) -> [Delivery] {
        phase = .open
        return sessions.keys.sorted().flatMap { id in [hello(id, now: now)] + answerWaiting(id, now: now) }
    }

    /// The outcome of the start; `nil` while the server reads the log.
    package var startOutcome: StartOutcome? {
        switch phase {
        case .starting: nil
        case .open: StartOutcome(failure: nil)
        case .failed(let reason): StartOutcome(failure: reason)
        }
    }

    /// Starts again from the state of a snapshot; the records after it follow.
    package mutating func restart(from database: DatabaseState, at position: Position?, now: Double) -> [Delivery] {
        let deliveries = endSessions(because: "The server reads its log again.", now: now)
        self.database = database
        self.position = position
        phase = .starting(closing: nil)
        return deliveries
    }

    /// Replaces the shared state with an equal one; listens and sessions continue.
    mutating func replace(_ database: DatabaseState, at position: Position?) {
        self.database = database
        self.position = position
        var windows: [(Window, Path)] = []
        listeners.visit { key, _ in windows.append((key.window, key.path)) }
        for (window, path) in windows { keepIndex(of: window, at: path) }
    }

    /// Ends all connections that have received `hello`; their clients connect again.
    package mutating func endSessions(because reason: String, now: Double) -> [Delivery] {
        guard case .open = phase else { return [] }
        phase = .starting(closing: nil)
        return sessions.keys.sorted().flatMap { end($0, because: reason, now: now) }
    }

    /// Refuses all connections from now on, and ends those that are open.
    package mutating func fail(because reason: String, now: Double) -> [Delivery] {
        phase = .failed(reason: reason)
        return sessions.keys.sorted().flatMap { end($0, because: reason, now: now) }
    }

    /// Handles entries whose outcome is unknown: ends their sessions, whose clients send the writes again.
    ///
    /// The ends of sessions are appended again with the next entry, so that their on-disconnect writes are executed.
    package mutating func lost(_ lost: [Entry], because reason: String, now: Double) -> [Delivery] {
        var deliveries: [Delivery] = []
        for entry in lost {
            if case .starting = phase { return fail(because: reason, now: now) }
            switch (try? DatabaseEntry(entry))?.change {
            case .closeSession, .closeRun: lostEnds.append(entry)
            default: deliveries += end(SessionID(number: entry.session), because: reason, now: now)
            }
        }
        return deliveries
    }

    /// Takes the entries to append, starting with the lost ends of sessions.
    package mutating func takeEntries() -> [Entry] {
        if entries.isEmpty { return [] }
        defer { (entries, lostEnds) = ([], []) }
        return lostEnds + entries
    }
}
