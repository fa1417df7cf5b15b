#if Postgres
    import DatasyncConcurrency
    import DatasyncLog

    /// The appends of a log: which statement comes next, and what its outcome means.
    ///
    /// ```
    ///  check ─▶ register ─▶ find ─(unknown name)─▶ create ─▶ find
    ///                        └─▶ enter ─▶ append ──▶ the next batch, or leave
    ///               ▲                       └─(outcome unknown, or a row is missing)─▶ fence ─▶ lookUp ─▶ find
    ///               └────────────────(the run has ended)────────────────────────────────┘
    /// ```
    ///
    /// There is one batch at a time. It has a number that never changes, and is sent again until each of its rows is known to be
    /// stored, or until the log is closed.
    ///
    /// Where a run has entries, its presence is noted, so that its end reaches them. That of the current run is noted once, before
    /// its first append: nobody ends a run, and removes its presences, while an append of it succeeds. Those of earlier runs
    /// can be removed at any time, so the append that has entries of them notes them itself.
    struct AppendState: Sendable {
        enum Step: Hashable, Sendable {
            case check
            case register
            case fence
            case lookUp
            case find
            case create
            case enter
            case append
            case leave
            case end
        }

        /// The effect of a reply.
        enum Outcome: Sendable {
            case none
            /// The run is registered, at this time of the database; statements follow only if there is something to append.
            case registered(time: Int64?)
            case committed([Commit])
            /// Rows of an earlier attempt were found: they are delivered as those of another server.
            case found
            /// The outcome of the batch is unknown: the connection must be closed, without cancelling the statement.
            case doubtful
            case refused(LogError)
            case ended
        }

        private struct Item: Sendable {
            let name: LogNamespace
            let entries: [LogEntry]
            let bytes: [UInt8]
            /// The runs of this server in the entries.
            let runs: Set<Int64>
            /// The identifier that the entries were sent to.
            var id: Int64 = 0
        }

        private struct Batch: Sendable {
            let number: Int64
            /// The run as which it was sent.
            var run: Int64
            var items: [Item]
        }

        /// The bytes of a row, unless one append has more.
        private static let rowLimit = 1 << 20
        private static let batchLimit = 8 << 20
        private static let namespaceLimit = 1_000
        /// The longest pause after a failure, in milliseconds.
        private static let longestPause: Int64 = 5_000

        private(set) var run: Int64
        /// The runs before it, which other servers have ended.
        private var earlierRuns: Set<Int64> = []
        private(set) var writer: Int64 = 1
        /// The schema level that this server writes.
        private let level: Int32
        private let publicAddress: String
        private let peerAddress: String
        private let leaseDuration: Int64
        private let random: @Sendable () -> Int64

        private var waiting: [LogNamespace: [PendingAppend]] = [:]
        /// The namespaces with waiting appends, in the order of their turns.
        private var order = Fifo<LogNamespace>()
        private var ids: [LogNamespace: Int64] = [:]
        /// The names that no row has.
        private var unknown: [LogNamespace] = []
        /// The namespaces in which this run is present.
        private var entered: Set<Int64> = []
        /// The namespaces in which this run has no session any more.
        private var left: Set<Int64> = []
        private var batch: Batch?
        private var lastBatch: Int64 = 0
        private(set) var current: Step?

        private var isChecked = false
        /// Warnings about settings of the database with which acknowledged writes can be lost.
        private(set) var risks: [String] = []
        private var isRegistered = false
        /// Whether an attempt to append the batch may have succeeded, or may still do.
        private var isUncertain = false
        /// Whether no earlier attempt can succeed any more.
        private var isFenced = false
        private(set) var isClosing = false
        private var isEnded = false
        private var failures = 0
        private var pauseEnd: Int64 = 0
        /// The time until which the next batch waits for appends that the deliveries of the last one cause.
        private var holdEnd: Int64 = 0

        /// Creates the state of a new run.
        ///
        /// - Parameters:
        ///   - run: The number of the run.
        ///   - level: The schema level that this server writes.
        ///   - publicAddress: The address that clients connect to.
        ///   - peerAddress: The address that other servers connect to.
        ///   - leaseDuration: The time in milliseconds for which the registration holds.
        ///   - random: Returns random positive numbers, for namespaces.
        init(
            run: Int64, level: Int32, publicAddress: String = "", peerAddress: String = "",
            leaseDuration: Int64 = LeaseTimes().duration, random: @escaping @Sendable () -> Int64
        ) {
            self.run = run
            self.level = level
            self.publicAddress = publicAddress
            self.peerAddress = peerAddress
            self.leaseDuration = leaseDuration
            self.random = random
        }

        /// The time at which a pause ends; `nil` if there is nothing to wait for.
        var wakeTime: Int64? {
            let isIdle = batch == nil && order.isEmpty && isChecked && isRegistered
            if isEnded || isIdle, !isClosing { return nil }
            return batch == nil && isRegistered ? max(pauseEnd, holdEnd) : pauseEnd
        }

        /// Whether a batch is being appended.
        var hasBatch: Bool { batch != nil }

        /// The run, if it is registered and not thought to be ended.
        var standingRun: Int64? { isRegistered && !isUncertain ? run : nil }

        mutating func append(_ append: PendingAppend, to name: LogNamespace) {
            if waiting[name] == nil { order.append(name) }
            waiting[name, default: []].append(append)
        }

        /// Lets the next batch wait for the deliveries of the last one, so that one sync commits what they cause.
        mutating func hold(until time: Int64) { holdEnd = time }

        /// Notes that this server has no session in a namespace any more, and nothing to append to it.
        mutating func leave(_ name: LogNamespace) {
            guard let id = ids[name], waiting[name] == nil, batch?.items.contains(where: { $0.name == name }) != true,
                entered.remove(id) != nil
            else { return }
            left.insert(id)
        }

        /// Makes sure that the run goes on, and begins the next one if it has ended.
        mutating func doubt() { if !isUncertain { becomeUncertain() } }

        /// Ends the run once everything is appended.
        mutating func close() { isClosing = true }

        /// Removes the appends that were never sent, in order, so that they can be reported as lost.
        mutating func removeWaiting() -> [PendingAppend] {
            var removed: [PendingAppend] = []
            while let name = order.popFirst() { removed += waiting.removeValue(forKey: name) ?? [] }
            return removed
        }

        // MARK: Statements

        /// Returns the next statement.
        ///
        /// - Parameters:
        ///   - now: The time in milliseconds.
        ///   - sent: Called with the bytes of the appends that no longer wait.
        /// - Returns: The statement; `nil` if there is nothing to do now.
        mutating func next(now: Int64, sent: (Int) -> Void) -> DatabaseStatement? {
            guard current == nil, !isEnded, now >= pauseEnd, let step = nextStep(now: now, sent: sent) else {
                return nil
            }
            current = step
            return statement(for: step)
        }

        private mutating func nextStep(now: Int64, sent: (Int) -> Void) -> Step? {
            if !isChecked { return .check }
            if !isRegistered { return .register }
            if isUncertain { return isFenced ? .lookUp : .fence }
            if batch == nil, now >= holdEnd { collect(sent) }
            guard let batch else {
                guard order.isEmpty else { return nil }
                return !left.isEmpty ? .leave : isClosing ? .end : nil
            }
            if !unknown.isEmpty { return .create }
            if batch.items.contains(where: { ids[$0.name] == nil }) { return .find }
            return absent.isEmpty ? .append : .enter
        }

        /// Makes a batch of waiting appends: of each namespace as many as fit into a row.
        private mutating func collect(_ sent: (Int) -> Void) {
            var (items, total, turns): ([Item], Int, Int) = ([], 0, min(order.count, Self.namespaceLimit))
            while turns > 0, total < Self.batchLimit, let name = order.popFirst() {
                turns -= 1
                var (appends, size, count) = (waiting.removeValue(forKey: name) ?? [], 0, 0)
                while count < appends.count, count == 0 || size + appends[count].byteCount <= Self.rowLimit {
                    size += appends[count].byteCount
                    count += 1
                }
                let entries = appends.prefix(count).flatMap(\.entries)
                items.append(
                    Item(name: name, entries: entries, bytes: EntryBatch.bytes(of: entries), runs: ownRuns(of: entries))
                )
                appends.removeFirst(count)
                if !appends.isEmpty {
                    waiting[name] = appends
                    order.append(name)
                }
                total += size
            }
            guard !items.isEmpty else { return }
            sent(total)
            lastBatch += 1
            batch = Batch(number: lastBatch, run: run, items: items)
        }

        private mutating func statement(for step: Step) -> DatabaseStatement {
            switch step {
            case .check: return AppendStatements.check
            case .register:
                return AppendStatements.register(
                    run, level: level, publicAddress: publicAddress, peerAddress: peerAddress, for: leaseDuration)
            case .fence: return AppendStatements.fence(run)
            case .lookUp:
                return AppendStatements.lookUp(
                    run: batch?.run ?? run, batch: batch?.number ?? 0, in: batch?.items.map(\.id) ?? [])
            case .find: return AppendStatements.find(unresolved)
            case .create:
                return AppendStatements.create(unknown.map(\.name).sorted(), ids: unknown.map { _ in random() })
            case .enter: return AppendStatements.enter(run, absent)
            case .append:
                let items = (batch?.items ?? []).map { item in
                    var item = item
                    item.id = ids[item.name] ?? 0
                    return item
                }
                batch?.run = run
                batch?.items = items
                return AppendStatements.append(
                    run: run, writer: writer, batch: batch?.number ?? 0, ids: items.map(\.id),
                    counts: items.map { Int32($0.entries.count) }, entries: items.map(\.bytes),
                    earlierRuns: items.flatMap { item in item.runs.subtracting([run]).map { ($0, item.id) } })
            case .leave: return AppendStatements.leave(run, left.sorted())
            case .end: return AppendStatements.end(run)
            }
        }

        /// Returns the runs of this server in entries; those that end the run of another server name that one.
        private func ownRuns(of entries: [LogEntry]) -> Set<Int64> {
            Set(entries.map { Int64(bitPattern: $0.run) }).filter { $0 == run || earlierRuns.contains($0) }
        }

        private var unresolved: [LogNamespace] { batch?.items.map(\.name).filter { ids[$0] == nil } ?? [] }

        /// The namespaces in which the batch needs the run to be present, and it is not.
        private var absent: [Int64] {
            (batch?.items ?? []).compactMap { $0.runs.contains(run) ? ids[$0.name] : nil }.filter {
                !entered.contains($0)
            }
        }

        // MARK: Outcomes

        /// Takes the rows of the current statement.
        mutating func replied(_ reply: DatabaseReply, isDoubtful: Bool, now: Int64) -> Outcome {
            guard let step = current else { return .none }
            current = nil
            if step == .append, isDoubtful {
                becomeUncertain()
                return .doubtful
            }
            switch step {
            case .check: return checked(reply, now: now)
            case .register: return registered(reply, now: now)
            case .fence: fenced(reply)
            case .lookUp: return lookedUp(reply)
            case .find:
                for row in 0..<reply.count {
                    guard let id = reply.integer(row, 0),
                        let name = reply.text(row, 1).flatMap({ try? LogNamespace($0) })
                    else { continue }
                    ids[name] = id
                }
                unknown = unresolved
            case .create: unknown = []
            case .enter:
                left.subtract(absent)
                entered.formUnion(absent)
            case .leave: left = []
            case .append: return appended(reply)
            case .end:
                isEnded = true
                return .ended
            }
            return .none
        }

        private mutating func checked(_ reply: DatabaseReply, now: Int64) -> Outcome {
            if let error = DatabaseSchema.problem(in: reply, level: level) {
                pause(now: now)
                return .refused(error)
            }
            isChecked = true
            risks = DatabaseRisks.messages(in: reply)
            return .none
        }

        private mutating func registered(_ reply: DatabaseReply, now: Int64) -> Outcome {
            guard reply.count > 0 else {
                pause(now: now)
                isChecked = false
                return .none
            }
            isRegistered = true
            failures = 0
            return .registered(time: reply.integer(0, 0))
        }

        private mutating func fenced(_ reply: DatabaseReply) {
            isFenced = true
            if let writer = reply.integer(0, 0) {
                self.writer = writer
            } else {
                // Another server has ended the run, after all its statements. What follows belongs to a new one.
                earlierRuns.insert(run)
                run = Int64(RunNumber.next(after: UInt64(run)))
                (writer, isRegistered, entered, left) = (1, false, [], [])
            }
            if batch == nil { isUncertain = false }
        }

        private mutating func lookedUp(_ reply: DatabaseReply) -> Outcome {
            let stored = Set((0..<reply.count).compactMap { reply.integer($0, 0) })
            isUncertain = false
            let items = batch?.items.filter { !stored.contains($0.id) } ?? []
            // One of the namespaces may have been deleted.
            for item in items { ids[item.name] = nil }
            if items.isEmpty { batch = nil } else { batch?.items = items }
            return stored.isEmpty ? .none : .found
        }

        private mutating func appended(_ reply: DatabaseReply) -> Outcome {
            guard let batch else { return .none }
            failures = 0
            var (commits, missing): ([Commit], [Item]) = ([], [])
            var rows: [Int64: Int] = [:]
            for row in 0..<reply.count { rows[reply.integer(row, 0) ?? 0] = row }
            for item in batch.items {
                guard let row = rows[item.id], let commit = commit(item, of: batch, row, reply) else {
                    missing.append(item)
                    continue
                }
                commits.append(commit)
            }
            if missing.isEmpty {
                self.batch = nil
            } else {
                self.batch?.items = missing
                becomeUncertain()
            }
            return .committed(commits)
        }

        private func commit(_ item: Item, of batch: Batch, _ row: Int, _ reply: DatabaseReply) -> Commit? {
            guard let incarnation = reply.integer(row, 1), let number = reply.integer(row, 2),
                let time = reply.integer(row, 3), let previous = reply.integer(row, 4),
                let previousRun = reply.integer(row, 5), let previousBatch = reply.integer(row, 6)
            else { return nil }
            return Commit(
                name: item.name, id: item.id, entries: item.entries, time: LogTime(time), incarnation: incarnation,
                number: number, identity: BatchIdentity(run: batch.run, batch: batch.number),
                previous: (previous, BatchIdentity(run: previousRun, batch: previousBatch)))
        }

        private mutating func becomeUncertain() { (isUncertain, isFenced) = (true, false) }

        /// Takes the failure of the current statement, whose connection goes on.
        ///
        /// - Parameters:
        ///   - failure: The failure.
        ///   - now: The time in milliseconds.
        /// - Returns: Whether the failure is to be reported; otherwise the statement is simply repeated.
        mutating func failed(_ failure: DatabaseFailure, now: Int64) -> Bool {
            current = nil
            if failure.outcome == .repeatable, failures < 100 {
                failures += 1
                return false
            }
            isChecked = false
            pause(now: now)
            return true
        }

        /// Takes the loss of the connection, with the current statement if there is one.
        mutating func disconnected() {
            if current == .append { becomeUncertain() }
            current = nil
            isChecked = false
            unknown = []
        }

        private mutating func pause(now: Int64) {
            failures += 1
            pauseEnd = now + min(Self.longestPause, 50 << Int64(min(failures, 10)))
        }
    }
#endif
