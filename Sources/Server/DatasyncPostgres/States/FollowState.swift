#if Postgres
    import DatasyncConcurrency
    import DatasyncLog

    /// The followers of a log: what each has received, and which statement reads what it lacks.
    ///
    /// A follower that has received everything gets the next batch of this server from memory, if the batch follows what it has. All
    /// else is read from the database. A position names a batch by its identity too: if the row at a follower's position has another
    /// identity than what it received, the end of the log was lost, and the namespace gets a new incarnation.
    struct FollowState: Sendable {
        enum Step: Hashable, Sendable {
            /// Reads the numbers of all followed namespaces.
            case heads
            case read([Int])
            /// Begins a new incarnation, because the end of the log was lost.
            case renew(LogNamespace)
        }

        typealias Answer = @Sendable (Result<LogPosition?, LogError>) -> Void

        private struct Follower: Sendable {
            let target: LogFollower
            /// The incarnation of what was received; `nil` before the first record.
            var incarnation: Int64?
            var number: Int64
            /// The identity of the batch that ends at the number; `nil` if unknown.
            var identity: BatchIdentity?
            /// Whether there may be records that it has not received.
            var isBehind = true
            /// The highest number that a hint has named since the current read was sent.
            var hinted: Int64 = 0
            var isQueued = false
            /// Whether the current statement reads for it.
            var isReading = false
            /// The bytes that were passed on and have not been received.
            var outstanding = 0
            /// The bytes received since a snapshot was due.
            var unsaved = 0
        }

        private struct Head: Hashable, Sendable {
            var incarnation: Int64
            var number: Int64
            var identity: BatchIdentity
        }

        private struct Renewal: Sendable {
            let name: LogNamespace
            let read: Int64
            let seen: Int64
        }

        /// The outstanding bytes from which on a follower gets nothing more.
        private static let outstandingLimit = 8 << 20
        /// The maximum number of followers for which one statement reads, and of the rows that it returns.
        private static let reads = (followers: 100, rows: 1_000)
        /// The maximum number of records in one event.
        private static let chunk = 1_024
        /// The least time between two looks for a namespace that does not exist yet, in milliseconds.
        private static let creationInterval: Int64 = 20
        /// The pause after a failure, in milliseconds.
        private static let pause: Int64 = 1_000

        /// The milliseconds between two looks for the records of other servers.
        private var pollInterval: Int64
        private let snapshotThreshold: Int
        private var followers: [Int: Follower] = [:]
        private var names: [LogNamespace: Set<Int>] = [:]
        private var ids: [LogNamespace: Int64] = [:]
        /// The names of the followed namespaces, by the identifiers in `ids`.
        private var followed: [Int64: LogNamespace] = [:]
        private var heads: [LogNamespace: Head] = [:]
        /// The numbers of the latest snapshots, which any server may have stored.
        private var snapshots: [LogNamespace: Int64] = [:]
        /// The run of this server, and those of the others.
        private var run: Int64 = 0
        private var others: [Int64] = []
        /// The namespaces that this server has appended to since the current statement was sent.
        private var touched: Set<LogNamespace> = []
        private var queue = Fifo<Int>()
        private var renewals = Fifo<Renewal>()
        private(set) var current: Step?
        private var questions: [(name: LogNamespace, answer: ApplicationOwned<Answer>)] = []
        private var asked: [(name: LogNamespace, answer: ApplicationOwned<Answer>)] = []
        private var nextPoll: Int64 = 0
        private var lastPoll: Int64 = 0
        private var pauseEnd: Int64 = 0

        init(pollInterval: Int64, snapshotThreshold: Int) {
            self.pollInterval = pollInterval
            self.snapshotThreshold = snapshotThreshold
        }

        /// The time at which the next statement is due; `nil` if there is nothing to wait for.
        var wakeTime: Int64? { followers.isEmpty && questions.isEmpty ? nil : max(nextPoll, pauseEnd) }

        /// The number of followers.
        var count: Int { followers.count }

        // MARK: Calls

        /// Adds a follower after a position.
        mutating func follow(_ target: LogFollower, as id: Int, after position: LogPosition?) -> [Delivery] {
            let number = Int64(exactly: position?.number ?? 0)
            let incarnation = position.flatMap { Int64(exactly: $0.incarnation) }
            guard let number, position == nil || incarnation != nil else {
                return [Delivery(id: id, follower: target, event: .mustReload)]
            }
            followers[id] = Follower(target: target, incarnation: incarnation, number: number)
            names[target.name, default: []].insert(id)
            enqueue(id)
            return []
        }

        /// Removes a follower.
        ///
        /// - Parameter id: The number of the follower.
        /// - Returns: The follower, whose closure the caller releases.
        @discardableResult
        mutating func cancel(_ id: Int) -> LogFollower? {
            guard let target = followers.removeValue(forKey: id)?.target else { return nil }
            names[target.name]?.remove(id)
            if names[target.name]?.isEmpty == true {
                names[target.name] = nil
                heads[target.name] = nil
                snapshots[target.name] = nil
                identify(target.name, as: nil)
            }
            return target
        }

        /// The records that followers have not received, as far as the numbers of the namespaces have been read.
        var lag: Int {
            heads.reduce(0) { sum, head in
                let received = (names[head.key] ?? []).compactMap { followers[$0]?.number }.min() ?? head.value.number
                return sum + Int(max(0, head.value.number - received))
            }
        }

        /// The sum of the numbers of the last records.
        var position: Int { heads.values.reduce(0) { $0 + Int(clamping: $1.number) } }

        func isFollowed(_ name: LogNamespace) -> Bool { names[name] != nil }

        /// The bytes of the records that were received after the latest snapshot.
        func unsavedBytes(of name: LogNamespace) -> Int {
            (names[name] ?? []).compactMap { followers[$0]?.unsaved }.max() ?? 0
        }

        mutating func ask(_ name: LogNamespace, _ answer: ApplicationOwned<Answer>) { questions.append((name, answer)) }

        /// Notes that a follower has received events.
        mutating func received(_ byteCount: Int, by id: Int) {
            followers[id]?.outstanding -= byteCount
            if followers[id]?.isBehind == true { enqueue(id) }
        }

        /// Reads the heads as soon as possible.
        mutating func pollSoon() { nextPoll = 0 }

        /// Looks for the records of other servers now, and then at an interval.
        mutating func poll(each interval: Int64) { (pollInterval, nextPoll) = (interval, 0) }

        /// Notes which servers there are.
        mutating func found(_ others: [Int64], as run: Int64) { (self.others, self.run) = (others, run) }

        /// Takes the hint of another server: whoever has not received what it names reads it.
        mutating func hinted(_ hint: Hint) {
            guard let name = followed[hint.namespace] else {
                // It may be one that did not exist before.
                if ids.count < names.count { nextPoll = min(nextPoll, lastPoll + Self.creationInterval) }
                return
            }
            for id in names[name] ?? [] {
                guard var follower = followers[id], follower.number < hint.number else { continue }
                follower.isBehind = true
                follower.hinted = max(follower.hinted, hint.number)
                followers[id] = follower
                enqueue(id)
            }
        }

        /// Notes the identifier of a followed namespace.
        private mutating func identify(_ name: LogNamespace, as id: Int64?) {
            guard ids[name] != id else { return }
            if let earlier = ids[name] { followed[earlier] = nil }
            ids[name] = id
            if let id { followed[id] = name }
        }

        /// Notes that a snapshot was stored.
        mutating func stored(in name: LogNamespace) {
            for id in names[name] ?? [] { followers[id]?.unsaved = 0 }
        }

        /// Returns an event for all followers.
        func all(_ event: LogEvent) -> [Delivery] {
            followers.sorted { $0.key < $1.key }.map { Delivery(id: $0.key, follower: $0.value.target, event: event) }
        }

        /// Removes all questions.
        mutating func removeQuestions() -> [ApplicationOwned<Answer>] {
            defer { (asked, questions) = ([], []) }
            return (asked + questions).map(\.answer)
        }

        /// Returns the last number that a follower has received, with its batch; `nil` if all are before the given one.
        func receivedIdentity(in name: LogNamespace, from number: Int64) -> (number: Int64, identity: BatchIdentity)? {
            for id in names[name] ?? [] {
                if let follower = followers[id], let identity = follower.identity, follower.number >= number, number > 0
                {
                    return (follower.number, identity)
                }
            }
            return nil
        }

        private mutating func enqueue(_ id: Int) {
            guard let follower = followers[id], !follower.isQueued, !follower.isReading,
                follower.outstanding < Self.outstandingLimit
            else { return }
            followers[id]?.isQueued = true
            queue.append(id)
        }

        // MARK: Statements

        /// Returns the next statement.
        ///
        /// - Parameter now: The time in milliseconds.
        /// - Returns: The statement; `nil` if there is nothing to do now.
        mutating func next(now: Int64) -> DatabaseStatement? {
            guard current == nil, now >= pauseEnd else { return nil }
            touched = []
            if let renewal = renewals.popFirst() {
                current = .renew(renewal.name)
                return FollowStatements.renew(renewal.name, read: renewal.read, seen: renewal.seen)
            }
            if !questions.isEmpty || now >= nextPoll && !names.isEmpty {
                current = .heads
                (lastPoll, nextPoll) = (now, now + pollInterval)
                (asked, questions) = (asked + questions, [])
                let known = Set(names.keys).union(asked.map(\.name))
                return FollowStatements.heads(
                    ids: known.compactMap { ids[$0] }, names: known.filter { ids[$0] == nil }.map(\.name))
            }
            return nextRead()
        }

        /// Returns the statement that reads for the followers whose turn it is.
        private mutating func nextRead() -> DatabaseStatement? {
            var (readers, names, numbers): ([Int], [LogNamespace], [Int64]) = ([], [], [])
            while readers.count < Self.reads.followers, let id = queue.popFirst() {
                guard var follower = followers[id] else { continue }
                (follower.isQueued, follower.isReading, follower.hinted) = (false, true, 0)
                followers[id] = follower
                readers.append(id)
                names.append(follower.target.name)
                numbers.append(follower.number)
            }
            if readers.isEmpty { return nil }
            current = .read(readers)
            return FollowStatements.read(names, from: numbers, rows: max(10, Self.reads.rows / readers.count))
        }

        // MARK: Outcomes

        /// Takes the rows of the current statement.
        ///
        /// - Parameter reply: The rows.
        /// - Returns: The events for followers, and the answers to questions.
        mutating func replied(_ reply: DatabaseReply) -> (deliveries: [Delivery], answers: [@Sendable () -> Void]) {
            let step = current
            current = nil
            switch step {
            case .heads: return ([], readHeads(reply))
            case .read(let readers): return (read(reply, for: readers), [])
            case .renew(let name): return (mustReload(names[name] ?? []), [])
            case nil: return ([], [])
            }
        }

        private mutating func readHeads(_ reply: DatabaseReply) -> [@Sendable () -> Void] {
            var found: [LogNamespace: Head] = [:]
            for row in 0..<reply.count {
                guard let name = reply.text(row, 0).flatMap({ try? LogNamespace($0) }), let id = reply.integer(row, 1),
                    let head = Self.head(reply, row, 2)
                else { continue }
                found[name] = head
                guard names[name] != nil else { continue }
                identify(name, as: id)
                let snapshot = reply.integer(row, 6) ?? 0
                if let known = snapshots[name], known < snapshot { stored(in: name) }
                snapshots[name] = snapshot
            }
            for (name, members) in names where !touched.contains(name) {
                heads[name] = found[name]
                // A namespace that was deleted, and perhaps created again, has another identifier.
                if found[name] == nil { identify(name, as: nil) }
                for id in members where isBehind(id, found[name]) {
                    followers[id]?.isBehind = true
                    enqueue(id)
                }
            }
            let answers = asked.map { question -> @Sendable () -> Void in
                let position = found[question.name].flatMap { head in
                    head.number == 0 ? nil : Self.position(head.incarnation, head.number)
                }
                return { question.answer.value(.success(position)) }
            }
            asked = []
            return answers
        }

        /// Returns whether a follower lacks something of what a head shows.
        private func isBehind(_ id: Int, _ head: Head?) -> Bool {
            guard let follower = followers[id] else { return false }
            guard let head else { return follower.incarnation != nil || follower.number > 0 }
            return head.number != follower.number || head.incarnation != follower.incarnation ?? head.incarnation
                || head.identity != follower.identity ?? head.identity
        }

        /// Takes the rows of several followers, which have the place of their follower in the last column.
        private mutating func read(_ reply: DatabaseReply, for readers: [Int]) -> [Delivery] {
            var (deliveries, row): ([Delivery], Int) = ([], 0)
            for (place, id) in readers.enumerated() {
                let first = row
                while row < reply.count, reply.integer(row, ReadRows.placeColumn) == Int64(place) + 1 { row += 1 }
                deliveries += read(reply, first..<row, for: id)
            }
            return deliveries
        }

        private mutating func read(_ reply: DatabaseReply, _ range: Range<Int>, for id: Int) -> [Delivery] {
            guard var follower = followers[id] else { return [] }
            (follower.isBehind, follower.isReading) = (false, false)
            guard let head = range.isEmpty ? nil : Self.head(reply, range.lowerBound, 1) else {
                guard follower.incarnation == nil, follower.number == 0 else { return mustReload([id]) }
                followers[id] = follower
                // This log has created the namespace since the statement was sent.
                if touched.contains(follower.target.name) { reread(id) }
                return []
            }
            let name = follower.target.name
            if let id = reply.integer(range.lowerBound, 0) { identify(name, as: id) }
            if !touched.contains(name) { heads[name] = head }
            guard follower.incarnation ?? head.incarnation == head.incarnation else { return mustReload([id]) }
            var records: [LogRecord] = []
            switch ReadRows(
                reply, range, head: (head.number, head.identity), after: (follower.number, follower.identity))
            {
            case .truncated: return mustReload([id])
            case .lost:
                followers[id]?.isReading = false
                // A position that somebody else names is no proof that this log has lost something.
                guard follower.identity != nil else { return mustReload([id]) }
                let seen = names[name, default: []].compactMap { followers[$0]?.incarnation }.max()
                renewals.append(Renewal(name: name, read: head.incarnation, seen: max(head.incarnation, seen ?? 0)))
                return []
            case .damaged(let error):
                followers[id] = follower
                let reason = "The log of \(name) cannot be read after number \(follower.number). \(error.message)"
                return [Delivery(id: id, follower: follower.target, event: .unavailable(reason: reason))]
            case .rows(let rows, let identity):
                for row in rows {
                    for (number, entry) in row.entries {
                        let position = Self.position(head.incarnation, number)
                        records.append(LogRecord(position: position, time: row.time, entry: entry))
                    }
                }
                follower.incarnation = head.incarnation
                follower.number = Int64(clamping: records.last?.position.number ?? UInt64(follower.number))
                follower.identity = identity
            }
            followers[id] = follower
            let known = heads[name] ?? head
            if isBehind(id, known) || max(head.number, follower.hinted) > follower.number {
                followers[id]?.isBehind = true
            }
            let deliveries = deliver(records, to: id)
            if followers[id]?.isBehind == true { enqueue(id) }
            return deliveries
        }

        /// Takes a batch of this server.
        mutating func committed(_ commit: Commit) -> [Delivery] {
            guard let members = names[commit.name] else { return [] }
            touched.insert(commit.name)
            identify(commit.name, as: commit.id)
            heads[commit.name] = Head(
                incarnation: commit.incarnation, number: commit.number, identity: commit.identity)
            let first = commit.number - Int64(commit.entries.count) + 1
            let records = commit.entries.enumerated().map { index, entry in
                LogRecord(
                    position: Self.position(commit.incarnation, first + Int64(index)), time: commit.time, entry: entry)
            }
            var deliveries: [Delivery] = []
            for id in members.sorted() {
                // It may have read the batch from the database already.
                if followers[id]?.number == commit.number, followers[id]?.identity == commit.identity { continue }
                guard let follower = followers[id], !follower.isBehind, !follower.isReading,
                    follower.outstanding < Self.outstandingLimit,
                    follower.number == commit.previous.number,
                    follower.incarnation ?? commit.incarnation == commit.incarnation,
                    follower.identity ?? commit.previous.identity == commit.previous.identity
                else {
                    followers[id]?.isBehind = true
                    enqueue(id)
                    continue
                }
                followers[id]?.incarnation = commit.incarnation
                followers[id]?.number = commit.number
                followers[id]?.identity = commit.identity
                deliveries += deliver(records, to: id)
            }
            return deliveries
        }

        private mutating func deliver(_ records: [LogRecord], to id: Int) -> [Delivery] {
            guard let target = followers[id]?.target, !records.isEmpty else { return [] }
            var deliveries: [Delivery] = []
            for start in stride(from: 0, to: records.count, by: Self.chunk) {
                let chunk = Array(records[start..<min(start + Self.chunk, records.count)])
                let byteCount = chunk.reduce(0) { $0 + $1.entry.byteCount }
                followers[id]?.outstanding += byteCount
                followers[id]?.unsaved += byteCount
                deliveries.append(Delivery(id: id, follower: target, event: .records(chunk), byteCount: byteCount))
            }
            if (followers[id]?.unsaved ?? 0) - snapshotThreshold > grace(for: target.name) {
                followers[id]?.unsaved = 0
                deliveries.append(Delivery(id: id, follower: target, event: .snapshotDue))
            }
            return deliveries
        }

        /// The bytes for which this server leaves a due snapshot to others: none on one of them, a quarter more on each of the next
        /// three, so that only one of them stores it.
        private func grace(for name: LogNamespace) -> Int {
            let own = Self.weight(of: run, name)
            return snapshotThreshold / 4 * min(3, others.count { Self.weight(of: $0, name) < own })
        }

        /// The place of a server in the order of a namespace (FNV-1a).
        private static func weight(of run: Int64, _ name: LogNamespace) -> UInt64 {
            (run.bigEndianBytes + name.name.utf8).reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }

        private mutating func mustReload(_ members: Set<Int>) -> [Delivery] {
            members.sorted().compactMap { id in
                cancel(id).map { Delivery(id: id, follower: $0, event: .mustReload) }
            }
        }

        /// Takes the failure of the current statement, or the loss of its connection.
        mutating func failed(now: Int64, pauses: Bool) {
            switch current {
            case .heads:
                (questions, asked) = (asked + questions, [])
                nextPoll = 0
            case .read(let readers):
                for id in readers {
                    followers[id]?.isReading = false
                    enqueue(id)
                }
            case .renew, nil: break
            }
            // A renewal is found necessary again by the next read.
            if case .renew(let name) = current { for id in names[name] ?? [] { reread(id) } }
            current = nil
            if pauses { pauseEnd = now + Self.pause }
        }

        private mutating func reread(_ id: Int) {
            followers[id]?.isBehind = true
            enqueue(id)
        }

        private static func head(_ reply: DatabaseReply, _ row: Int, _ column: Int) -> Head? {
            guard let incarnation = reply.integer(row, column), let number = reply.integer(row, column + 1),
                let run = reply.integer(row, column + 2), let batch = reply.integer(row, column + 3)
            else { return nil }
            return Head(incarnation: incarnation, number: number, identity: BatchIdentity(run: run, batch: batch))
        }

        private static func position(_ incarnation: Int64, _ number: Int64) -> LogPosition {
            LogPosition(incarnation: UInt64(clamping: incarnation), number: UInt64(clamping: number))
        }
    }
#endif
