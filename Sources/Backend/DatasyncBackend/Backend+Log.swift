import DatasyncConcurrency
package import DatasyncLog
import DatasyncTree

/// Following a log, and appending to it.
extension Backend {
    /// Reads the log, then accepts connections.
    ///
    /// Beside other servers, reading is retried after growing delays, unless the log is damaged or newer than this library.
    /// Otherwise, the first failure ends the start, and the caller decides whether to start again.
    ///
    /// - Throws: The error of the log or of its latest snapshot; from then on, connections are refused with its message.
    package func start(_ log: any CommitLog) async throws {
        let repeats = change { core, pending, _ in
            core.log = log
            let repeats = !core.state.users.startEndsRuns
            if repeats { pending.append(.reload(failures: 0)) }
            return repeats
        }
        if !repeats {
            do {
                try await read(log)
            } catch {
                fail(because: Self.message(of: error))
                throw error
            }
        }
        let reason = await withCheckedContinuation { continuation in
            whenStarted { continuation.resume(returning: $0) }
        }
        if let reason { throw LogError(.operationFailed, reason) }
    }

    /// Refuses all connections from now on.
    package func fail(because reason: String) {
        change { core, pending, now in
            queue(core.state.fail(because: reason, now: now), &core, &pending)
        }
    }

    /// Waits until the log has been read, or reading it has failed.
    package func waitUntilRead() async {
        await withCheckedContinuation { continuation in whenStarted { _ in continuation.resume() } }
    }

    private func whenStarted(_ closure: @escaping @Sendable (String?) -> Void) {
        change { core, pending, _ in
            core.whenStarted.append(ApplicationOwned(closure))
            queue([], &core, &pending)
        }
    }

    /// Ends the sessions of another run, whose server is gone, and executes their on-disconnect writes.
    package func endRun(_ run: UInt64) {
        change { core, pending, _ in
            core.state.endRun(run)
            queue([], &core, &pending)
        }
    }

    // MARK: Reading

    /// Reads the latest snapshot, and applies the records after it.
    private func read(_ log: any CommitLog) async throws {
        guard let namespace else { return }
        let snapshot = try await log.latestSnapshot(of: namespace)
        let state = if let snapshot { try await DatabaseState(snapshot) } else { shell.read(\.initial) }
        begin(log, from: state, at: snapshot?.position)
    }

    /// Follows a log from a state, and takes part once all its records have been applied.
    package func begin(_ log: any CommitLog, from state: DatabaseState, at position: LogPosition?) {
        let reading = change { core, _, _ in
            core.log = log
            if position == nil { core.initial = state }
            core.state.restart(from: state, at: position)
            core.reading += 1
            return core.reading
        }
        follow(log, after: position, reading)
        change { core, pending, _ in
            guard core.reading == reading else { return }
            core.state.start()
            queue([], &core, &pending)
        }
    }

    /// Continues with another log that holds the same records, from a state restored from it.
    package func proceed(with log: any CommitLog, from state: DatabaseState, at position: LogPosition?) {
        let reading = change { core, _, _ in
            core.log = log
            core.state.replace(state, at: position)
            core.reading += 1
            return core.reading
        }
        follow(log, after: position, reading)
    }

    /// Follows a log, unless it is being read again before the call returns.
    private func follow(_ log: any CommitLog, after position: LogPosition?, _ reading: Int) {
        guard let namespace else { return }
        let subscription = log.follow(namespace, after: position) { [weak self] event in
            guard let self else { return }
            guard let inbox else { return received(event, reading) }
            inbox.send(weight: event.weight) { self.received(event, reading) }
        }
        change { core, pending, _ in
            guard core.reading == reading else { return pending.append(.cancel(ApplicationOwned(subscription))) }
            if let earlier = core.subscription { pending.append(.cancel(earlier)) }
            core.subscription = ApplicationOwned(subscription)
        }
    }

    private func received(_ event: LogEvent, _ reading: Int) {
        switch event {
        case .records(let records):
            // The executor makes the deliveries while the next records are applied.
            change(limit: inbox == nil ? Self.callLimit : 0) { core, pending, now in
                guard core.reading == reading else { return }
                core.unavailability = nil
                for record in records {
                    do throws(DatasyncError) {
                        queue(try core.state.apply(record, now: now), &core, &pending)
                    } catch {
                        let reason = "The record at \(record.position) cannot be applied. \(error.message)"
                        queue(core.state.fail(because: reason, now: now), &core, &pending)
                    }
                }
            }
        case .snapshotDue: storeSnapshot()
        case .unavailable(let reason):
            // A back end that refuses all connections expects its log to be closed.
            let isExpected = change { core, _, _ in
                core.unavailability = reason
                return core.state.startOutcome?.failure != nil
            }
            if !isExpected { diagnose(reason) }
        case .mustReload: if shell.read(\.reading) == reading { readAgain() }
        }
    }

    /// Reads the log again from its latest snapshot; sessions without entries on their way stay.
    package func readAgain() {
        change { core, pending, now in
            let reason = "The log has lost the records that this connection waited for, or no longer keeps them."
            queue(core.state.beginReload(because: reason, now: now), &core, &pending)
            pending.append(.reload(failures: 0))
        }
    }

    /// Reads the log again, after a delay if this has failed before.
    func reload(after failures: Int) {
        guard failures > 0 else { return reload(failures: 0) }
        timer?.run(afterMilliseconds: Self.delay(after: failures)) { [weak self] in self?.reload(failures: failures) }
    }

    private func reload(failures: Int) {
        guard let log = shell.read({ $0.log }) else { return }
        if let namespace, let log = log as? any LocalLog, !log.hasSnapshot(of: namespace) {
            return begin(log, from: shell.read(\.initial), at: nil)
        }
        Task { [weak self] in
            do {
                try await self?.read(log)
            } catch {
                self?.readingFailed(error, failures: failures + 1)
            }
        }
    }

    private func readingFailed(_ error: any Error, failures: Int) {
        let reason = Self.message(of: error)
        if failures == 1 { diagnose(reason) }
        if (error as? LogError)?.isFinal == true || timer == nil { return fail(because: reason) }
        change { core, pending, _ in
            core.unavailability = reason
            pending.append(.reload(failures: failures))
            queue([], &core, &pending)
        }
    }

    private static func message(of error: any Error) -> String {
        (error as? LogError)?.message ?? "The log cannot be read: \(error)"
    }

    /// The delay before an attempt after some failures, in milliseconds.
    private static func delay(after failures: Int) -> Int { min(10_000, 50 << min(failures, 8)) }

    // MARK: Snapshots

    /// Stores a snapshot of the current state, unless one is being stored.
    private func storeSnapshot() {
        change { core, pending, _ in
            guard let log = core.log, let position = core.state.position, !core.isStoringSnapshot else { return }
            core.isStoringSnapshot = true
            pending.append(.storeSnapshot(core.state.database.snapshot(at: position), log))
        }
    }

    func store(_ snapshot: LogSnapshot, in log: any CommitLog) {
        guard let namespace else { return }
        Task { [weak self, diagnose, beforeSnapshot] in
            do {
                if await beforeSnapshot(snapshot.position) { try await log.store(snapshot, of: namespace) }
            } catch {
                diagnose("The \(snapshot) could not be stored; the log keeps all records. \(error)")
            }
            self?.change { core, _, _ in core.isStoringSnapshot = false }
        }
    }

    // MARK: Appending

    func append(_ entries: [LogEntry], to log: any CommitLog) {
        guard let namespace else { return }
        log.append(entries, to: namespace) { [weak self] reason in
            guard let self else { return }
            change { core, pending, now in
                queue(core.state.lost(entries, because: reason, now: now), &core, &pending)
            }
        }
    }

    /// Appends a lost start again after a delay.
    func repeatStart(after failures: Int) {
        let body: @Sendable () -> Void = { [weak self] in
            self?.change { core, pending, _ in
                core.isRepeatingStart = false
                core.state.repeatStart()
                self?.queue([], &core, &pending)
            }
        }
        if let timer { timer.run(afterMilliseconds: Self.delay(after: failures), body) } else { body() }
    }

    /// Begins a new run, because another server has ended this one.
    func beginRun() {
        let next = run.next(after: shell.read(\.state.run))
        change { core, pending, _ in
            core.state.begin(as: next)
            queue([], &core, &pending)
        }
    }

    // MARK: Waiting for the log

    /// Queues what the state needs of the log and of the timer.
    func queueWaiting(_ log: any CommitLog, _ core: inout Core, _ pending: inout [PendingEffect]) {
        if core.state.takeFence() { pending.append(.beginRun) }
        if core.state.beginQuestion() { pending.append(.askLatest(log)) }
        for notice in core.state.takeNotices() { pending.append(.diagnose(notice)) }
        for read in core.state.takeLatestReads() {
            if let closure = core.whenLatest.removeValue(forKey: read) { pending.append(.reportLatest(closure)) }
        }
        if core.state.hasLostStart, !core.isRepeatingStart {
            core.isRepeatingStart = true
            pending.append(.repeatStart(failures: core.state.lostStarts))
        }
        if timer != nil, core.state.waitsForLog, !core.isTimed {
            core.isTimed = true
            pending.append(.wait)
        }
    }

    func askLatest(_ log: any CommitLog) {
        guard let namespace else { return }
        if let log = log as? any LocalLog { return answeredLatest(log.latestPosition(of: namespace)) }
        Task { [weak self] in
            do {
                self?.answeredLatest(try await log.latestPosition(of: namespace))
            } catch {
                let reason = Self.message(of: error)
                self?.change { core, _, _ in core.unavailability = reason }
                self?.timer?.run(afterMilliseconds: 100) { [weak self] in
                    self?.change { core, pending, _ in
                        core.state.failedLatest()
                        self?.queue([], &core, &pending)
                    }
                }
            }
        }
    }

    private func answeredLatest(_ latest: LogPosition?) {
        change { core, pending, now in
            queue(core.state.answeredLatest(latest, now: now), &core, &pending)
        }
    }

    /// Waits until this back end has applied all that other servers have acknowledged before the call.
    ///
    /// - Parameter milliseconds: The longest wait.
    /// - Returns: Whether it has.
    package func waitUntilLatest(atMost milliseconds: Int) async -> Bool {
        guard shell.read(\.state.users.mayBeAhead) else { return true }
        return await withCheckedContinuation { continuation in
            let waiting = Guarded<CheckedContinuation<Bool, Never>?>(continuation)
            let report: @Sendable (Bool) -> Void = { waiting.exchange(nil)?.resume(returning: $0) }
            let number = change { core, pending, _ in
                core.lastRead += 1
                core.whenLatest[core.lastRead] = ApplicationOwned({ @Sendable in report(true) })
                core.state.awaitLatest(core.lastRead)
                queue([], &core, &pending)
                return core.lastRead
            }
            timer?.run(afterMilliseconds: milliseconds) { [weak self] in
                // Before the closure, which is only released, as it would report success.
                report(false)
                self?.change { core, pending, _ in
                    if let closure = core.whenLatest.removeValue(forKey: number) {
                        pending.append(.reportLatest(closure))
                    }
                }
            }
        }
    }

    func waitForSecond() {
        timer?.run(afterMilliseconds: 1_000) { [weak self] in
            self?.change { core, pending, now in
                core.isTimed = false
                let deliveries = core.state.secondPassed(because: core.unavailability, now: now)
                self?.queue(deliveries, &core, &pending)
            }
        }
    }
}

extension LogError {
    /// Whether reading again cannot help.
    fileprivate var isFinal: Bool {
        [.damaged, .newerVersion, .closed, .readOnly, .invalidNamespace].contains(code)
    }
}

extension LogEvent {
    /// A measure of the memory: the number of records plus the kibibytes of their bodies.
    fileprivate var weight: Int {
        guard case .records(let records) = self else { return 1 }
        return records.reduce(1) { $0 + 1 + $1.entry.body.count >> 10 }
    }
}
