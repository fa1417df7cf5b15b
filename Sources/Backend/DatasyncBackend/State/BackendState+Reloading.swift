import DatasyncConcurrency
package import DatasyncLog
import DatasyncTree
import DatasyncWire

/// Sessions that go on while the server reads its log again, and those that wait for it.
extension BackendState {
    /// The maximum number of paths in the difference between two states.
    private static let differenceLimit = 1_000
    /// The time for which a connection waits for `hello`, in seconds.
    private static let greetingLimit = 5
    /// The time for which requests wait while the log delivers nothing, in seconds.
    private static let requestLimit = 10

    // MARK: Reading the log again

    /// Begins to read the log again, as it has lost records or no longer keeps those that this server needs.
    ///
    /// Requests wait. Sessions whose entries are on their way end, because the outcome of these entries is unknown.
    package mutating func beginReload(because reason: String, now: Double) -> [Delivery] {
        switch phase {
        case .failed: return []
        case .starting: phase = .starting(closing: nil)
        case .reloading: break
        case .open: phase = .reloading(shown: database)
        }
        inFlight = 0
        idleSeconds = 0
        return end(sessions.filter { !$0.value.outstanding.isEmpty }.keys.sorted(), because: reason, now: now)
    }

    /// Continues from the state of a snapshot; the records after it follow, then ``start()``.
    package mutating func restart(from database: DatabaseState, at position: LogPosition?) {
        if case .reloading = phase {} else { phase = .starting(closing: nil) }
        // The records may contain the mark of an earlier beginning, and the answer to its question is late.
        startSequence = 0
        startNumber += 1
        self.database = database
        self.position = position
    }

    /// Replaces the shared state with an equal one; listens and sessions continue.
    mutating func replace(_ database: DatabaseState, at position: LogPosition?) {
        self.database = database
        self.position = position
        keepIndexesOfListens()
    }

    private mutating func keepIndexesOfListens() {
        var windows: [(Window, Path)] = []
        listeners.visit { key, _ in windows.append((key.window, key.path)) }
        for (window, path) in windows { keepIndex(of: window, at: path) }
    }

    /// Continues with the sessions once all records have been read; listeners receive what has changed.
    ///
    /// - Parameters:
    ///   - shown: The state whose data the listeners have.
    ///   - now: The time in milliseconds since the Unix epoch.
    /// - Returns: The messages to deliver.
    mutating func resume(from shown: DatabaseState, now: Double) -> [Delivery] {
        phase = .open
        let incomplete = sessions.filter { id, session in
            let known = database.sessions[name(of: id)]
            return known?.sequence ?? 0 != session.sequence || (known == nil && session.isShared)
        }
        var deliveries = end(
            incomplete.keys.sorted(),
            because: "The log has lost the user or the on-disconnect writes of this connection. Connect again.",
            now: now)
        keepIndexesOfListens()
        let parts = shown.data.differences(to: data, atMost: Self.differenceLimit)
        let isWhole = parts.first?.path.isRoot == true
        var write = AppliedWrite(
            write: isWhole ? .set(parts[0].value, at: .root) : .merge(parts, at: .root), before: shown.data,
            after: data)
        write.findChanges()
        // As after the records themselves: time alone revokes nothing.
        let hasOtherRules = shown.rules.text != database.rules.text || shown.limits != limits
        deliveries += hasOtherRules ? revokeForbiddenListens(now: now) : revokeWatchingListens(after: write, now: now)
        let concerned = listeners.concerned(by: write)
        deliveries += pushes(of: write, to: concerned)
        listeners.update(concerned, after: data)
        deliveries += revokeTooLargeListens(around: .root)
        return deliveries + accept(now: now)
    }

    private mutating func end(_ ids: [SessionID], because reason: String, now: Double) -> [Delivery] {
        ids.flatMap { end($0, because: reason, now: now) }
    }

    // MARK: Waiting for the latest records

    /// Sends `hello`, once this server has applied all that other servers have acknowledged before the connection.
    mutating func greet(_ id: SessionID, now: Double) -> [Delivery] {
        guard users.mayBeAhead else { return hello(id, now: now) }
        latestWaits.add(.session(id))
        return []
    }

    /// Sends `hello`, and answers the requests that have waited for it.
    mutating func hello(_ id: SessionID, now: Double) -> [Delivery] {
        guard greetings.removeValue(forKey: id) != nil, let port = sessions[id]?.port else { return [] }
        let time = if case .log = mode { max(database.time, now) } else { now }
        let greeting = BackendMessage.control(
            .hello(
                time: time, version: ProtocolVersion.current, host: ports[port]?.host ?? host,
                session: "\(run)-\(id.number)", numbersWrites: true, hasWebhooks: hasWebhooks))
        return [delivery(id, greeting)] + answerWaiting(id, now: now)
    }

    /// Makes a read without a session wait until this server has applied all that was acknowledged before.
    package mutating func awaitLatest(_ read: Int) {
        if users.mayBeAhead { latestWaits.add(.read(read)) } else { latestReads.append(read) }
    }

    /// Returns whether the shell must ask the log for its latest position, for all that wait.
    package mutating func beginQuestion() -> Bool {
        switch phase {
        case .open: latestWaits.beginQuestion(with: nil)
        case .starting, .reloading: latestWaits.beginQuestion(with: startNumber)
        case .failed: false
        }
    }

    /// Continues with what waits for the latest position of the log.
    ///
    /// - Parameters:
    ///   - latest: The position; `nil` if the log cannot say. Then an entry marks the beginning of this server.
    ///   - now: The time in milliseconds since the Unix epoch.
    /// - Returns: The messages to deliver.
    package mutating func answeredLatest(_ latest: LogPosition?, now: Double) -> [Delivery] {
        var waiters = latestWaits.answered(latest, at: position)
        if latest == nil, let index = waiters.firstIndex(of: .start(startNumber)) {
            waiters.remove(at: index)
            _ = submit(.startRun, from: nil, now: 0)
        }
        return waiters.flatMap { stopsWaiting($0, now: now) }
    }

    /// Continues with what waits for a position that has been applied.
    mutating func reached(now: Double) -> [Delivery] {
        position.map { latestWaits.reached($0).flatMap { stopsWaiting($0, now: now) } } ?? []
    }

    /// Asks again with the next question, because the log could not answer.
    package mutating func failedLatest() { latestWaits.failed() }

    private mutating func stopsWaiting(_ waiter: LatestWaits.Waiter, now: Double) -> [Delivery] {
        switch waiter {
        case .start(startNumber): return started(now: now)
        case .start: return []
        // Each connection asks again once the server is open.
        case .session(let id): if case .open = phase { return hello(id, now: now) }
        case .read(let number): if case .open = phase { latestReads.append(number) } else { latestWaits.add(waiter) }
        }
        return []
    }

    package mutating func takeNotices() -> [String] {
        defer { notices = [] }
        return notices
    }

    package mutating func takeLatestReads() -> [Int] {
        defer { latestReads = [] }
        return latestReads
    }

    // MARK: Limits of waiting

    /// Whether something waits for the log, so that the shell calls ``secondPassed(because:now:)`` every second.
    package var waitsForLog: Bool {
        if case .failed = phase { return false }
        return inFlight > 0 || !greetings.isEmpty || isReloading
    }

    private var isReloading: Bool { if case .reloading = phase { true } else { false } }

    /// Ends the connections that have waited too long for the log; their clients keep their writes, and connect again.
    package mutating func secondPassed(because reason: String?, now: Double) -> [Delivery] {
        let problem = reason.map { " \($0)" } ?? ""
        var deliveries: [Delivery] = []
        let isLate = if case .open = phase { true } else { reason != nil }
        for (id, seconds) in greetings where isLate {
            greetings[id] = seconds + 1
            guard seconds + 1 >= Self.greetingLimit else { continue }
            deliveries += end(id, because: "The server could not read the latest data in time.\(problem)", now: now)
        }
        idleSeconds += 1
        guard idleSeconds >= Self.requestLimit, inFlight > 0 || isReloading else { return deliveries }
        idleSeconds = 0
        let waiting = sessions.filter { !$0.value.outstanding.isEmpty || !$0.value.waiting.isEmpty }
        return deliveries
            + end(
                waiting.keys.sorted(),
                because:
                    "The log has not accepted the writes of this connection in time.\(problem) They will be sent again.",
                now: now)
    }
}

extension Node {
    /// Returns the differences to a later value, as few and as small as a limit allows.
    ///
    /// - Parameters:
    ///   - new: The later value.
    ///   - limit: The maximum number of differences; a node with more is replaced as a whole.
    /// - Returns: Paths that do not contain each other, with their new values.
    fileprivate func differences(to new: Node, atMost limit: Int) -> [MergePart] {
        if self == new { return [] }
        var found: [(path: Path, value: Node)] = []
        var open = Fifo<(path: Path, old: Node, new: Node)>()
        open.append((.root, self, new))
        while let (path, old, new) = open.popFirst() {
            var children: [(path: Path, old: Node, new: Node)] = []
            if !old.children.isEmpty, !new.children.isEmpty, old.priority == new.priority {
                new.children.forEachDifference(from: old.children) { children.append((path.child($0), $1, $2)) }
            }
            if children.isEmpty || found.count + open.count + children.count > limit {
                found.append((path, new))
            } else {
                for child in children { open.append(child) }
            }
        }
        return found.map { MergePart(path: $0.path, value: WriteValue($0.value)) }
    }
}
