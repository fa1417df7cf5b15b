#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import Synchronization
    import Testing

    @testable import DatasyncPostgres

    @Suite("The state of followers")
    struct FollowStateTests {
        let shop: LogNamespace
        private let first = BatchIdentity(run: 7, batch: 1)
        private let second = BatchIdentity(run: 7, batch: 2)

        init() throws { shop = try LogNamespace("shop") }

        private func bytes(_ values: [Int64]) -> [[UInt8]?] { values.map(SimulatedDatabase.bytes) }

        /// Returns the rows of a read: the head, and one row of one entry for each identity from a number on.
        private func read(
            incarnation: Int64 = 1, _ number: Int64, _ head: BatchIdentity, rows: [(Int64, BatchIdentity)]
        ) -> DatabaseReply {
            let entries = EntryBatch.bytes(of: [entry])
            let columns = bytes([5, incarnation, number, head.run, head.batch])
            guard !rows.isEmpty else { return DatabaseReply([columns + [nil, nil, nil, nil, nil, nil] + bytes([1])]) }
            return DatabaseReply(
                rows.map { columns + bytes([$0.0, 1, 0, $0.1.run, $0.1.batch]) + [entries] + bytes([1]) })
        }

        private func heads(
            _ number: Int64, _ identity: BatchIdentity, incarnation: Int64 = 1, snapshot: Int64 = 0
        ) -> DatabaseReply {
            DatabaseReply([
                [Array("shop".utf8)] + bytes([5, incarnation, number, identity.run, identity.batch, snapshot])
            ])
        }

        private var entry: LogEntry { LogEntry(run: 1, session: 1, body: [1]) }

        private func commit(_ number: Int64, _ identity: BatchIdentity, after previous: BatchIdentity) -> Commit {
            Commit(
                name: shop, id: 5, entries: [entry], time: LogTime(0), incarnation: 1, number: number,
                identity: identity, previous: (number - 1, previous))
        }

        private func numbers(_ deliveries: [Delivery]) -> [UInt64] {
            deliveries.flatMap { delivery in
                if case .records(let records) = delivery.event { records.map(\.position.number) } else { [UInt64]() }
            }
        }

        /// Returns a state with a follower that has received the first record.
        private func state(snapshotThreshold: Int = 1_000) throws -> FollowState {
            var state = FollowState(pollInterval: 100, snapshotThreshold: snapshotThreshold)
            #expect(state.follow(LogFollower(shop) { _ in }, as: 1, after: nil).isEmpty)
            // The heads are read first.
            let firstStep = state.next(now: 0)
            #expect(firstStep != nil && state.current == .heads)
            _ = state.replied(DatabaseReply())
            let secondStep = state.next(now: 0)
            #expect(secondStep != nil && state.current == .read([1]))
            let outcome = state.replied(read(1, first, rows: [(1, first)]))
            #expect(numbers(outcome.deliveries) == [1])
            return state
        }

        private func nextStep(_ state: inout FollowState, now: Int64) -> FollowState.Step? {
            let statement = state.next(now: now)
            return statement == nil ? nil : state.current
        }

        @Test("[postgres 12] a batch that follows what was received is delivered from memory")
        func memory() throws {
            var state = try state()
            let deliveries = state.committed(commit(2, second, after: first))
            #expect(numbers(deliveries) == [2])
            #expect(nextStep(&state, now: 50) == nil)
            #expect(state.wakeTime == 100)
        }

        @Test("[postgres 21] a snapshot is due on one server first, and on the others only if it was not stored")
        func snapshotDue() throws {
            // 1,000 bytes, and 250 more for each server before this one.
            let due = try (Int64(1)...4).map { run in
                var state = try self.state()
                state.found((1...4).filter { $0 != run }, as: run)
                return try bytesUntilDue(&state)
            }
            #expect(due.sorted() == [1_000, 1_250, 1_500, 1_750].map { ($0 / entry.byteCount + 1) * entry.byteCount })
            // A log that stores none, whichever place it has.
            for run in Int64(1)...4 {
                var never = try self.state(snapshotThreshold: .max)
                never.found((1...4).filter { $0 != run }, as: run)
                #expect(try bytesUntilDue(&never) == -1)
            }
            // Another server has stored a snapshot in between.
            var state = try state()
            _ = state.next(now: 100)
            _ = state.replied(heads(1, first, snapshot: 0))
            for number in Int64(2)...10 {
                _ = state.committed(commit(number, second, after: number == 2 ? first : second))
            }
            let before = state.unsavedBytes(of: shop)
            #expect(before == 10 * entry.byteCount)
            _ = state.next(now: 200)
            _ = state.replied(heads(10, second, snapshot: 9))
            #expect(state.unsavedBytes(of: shop) == 0)
        }

        /// Commits entries until a snapshot is due, and returns their bytes.
        private func bytesUntilDue(_ state: inout FollowState) throws -> Int {
            for number in Int64(2)...1_000 {
                let deliveries = state.committed(commit(number, second, after: number == 2 ? first : second))
                for case .snapshotDue in deliveries.map(\.event) { return Int(number) * entry.byteCount }
                state.received(entry.byteCount, by: 1)
            }
            return -1
        }

        @Test("[postgres 35] a hint causes one read of what is not received, whether or not it is true")
        func hint() throws {
            var state = try state()
            state.poll(each: 1_000)
            #expect(nextStep(&state, now: 0) == .heads)
            _ = state.replied(heads(1, first))
            state.hinted(Hint(namespace: 5, number: 1))
            state.hinted(Hint(namespace: 6, number: 9))
            #expect(nextStep(&state, now: 1) == nil)
            state.hinted(Hint(namespace: 5, number: 2))
            #expect(nextStep(&state, now: 1) == .read([1]))
            // A hint that arrives during the read may name a record that the read misses.
            state.hinted(Hint(namespace: 5, number: 3))
            #expect(numbers(state.replied(read(2, second, rows: [(1, first), (2, second)])).deliveries) == [2])
            #expect(nextStep(&state, now: 1) == .read([1]))
            #expect(state.replied(read(2, second, rows: [(2, second)])).deliveries.isEmpty)
            #expect(nextStep(&state, now: 1) == nil)
            #expect(nextStep(&state, now: 1_000) == .heads)
        }

        @Test("[postgres 35] a hint about an unknown namespace lets those look that follow one that does not exist yet")
        func hintOfCreation() throws {
            var state = FollowState(pollInterval: 1_000, snapshotThreshold: 1_000)
            _ = state.follow(LogFollower(shop) { _ in }, as: 1, after: nil)
            #expect(nextStep(&state, now: 0) == .heads)
            _ = state.replied(DatabaseReply())
            #expect(nextStep(&state, now: 0) == .read([1]))
            _ = state.replied(DatabaseReply())
            state.hinted(Hint(namespace: 5, number: 1))
            #expect(nextStep(&state, now: 19) == nil && state.wakeTime == 20)
            #expect(nextStep(&state, now: 20) == .heads)
            _ = state.replied(heads(1, first))
            #expect(nextStep(&state, now: 20) == .read([1]))
            #expect(numbers(state.replied(read(1, first, rows: [(1, first)])).deliveries) == [1])
            // All that it follows exist now.
            state.hinted(Hint(namespace: 6, number: 1))
            #expect(nextStep(&state, now: 1_019) == nil)
        }

        @Test("[postgres 12] a namespace that this log creates while a follower reads is read once more")
        func created() throws {
            var state = FollowState(pollInterval: 3_600_000, snapshotThreshold: 1_000)
            _ = state.follow(LogFollower(shop) { _ in }, as: 1, after: nil)
            #expect(nextStep(&state, now: 0) == .heads)
            _ = state.replied(DatabaseReply())
            #expect(nextStep(&state, now: 0) == .read([1]))
            #expect(state.committed(commit(1, first, after: .none)).isEmpty)
            #expect(state.replied(DatabaseReply()).deliveries.isEmpty)
            #expect(nextStep(&state, now: 0) == .read([1]))
            #expect(numbers(state.replied(read(1, first, rows: [(1, first)])).deliveries) == [1])
            #expect(nextStep(&state, now: 0) == nil)
        }

        @Test("[postgres 12] a batch behind records of another log is read, once")
        func gap() throws {
            var state = try state()
            let other = BatchIdentity(run: 8, batch: 1)
            let early = state.committed(commit(3, second, after: other))
            #expect(early.isEmpty)
            #expect(nextStep(&state, now: 50) == .read([1]))
            let outcome = state.replied(read(3, second, rows: [(1, first), (2, other), (3, second)]))
            #expect(numbers(outcome.deliveries) == [2, 3])
            #expect(nextStep(&state, now: 50) == nil)
        }

        @Test("[postgres 12] a batch that was read before its commit was noticed is not delivered twice")
        func readFirst() throws {
            var state = try state()
            #expect(nextStep(&state, now: 100) == .heads)
            _ = state.replied(heads(2, second))
            #expect(nextStep(&state, now: 100) == .read([1]))
            let outcome = state.replied(read(2, second, rows: [(1, first), (2, second)]))
            #expect(numbers(outcome.deliveries) == [2])
            let late = state.committed(commit(2, second, after: first))
            #expect(late.isEmpty)
            #expect(nextStep(&state, now: 100) == nil)
        }

        @Test("[postgres 12] heads that were read before a commit of this log say nothing about it")
        func staleHeads() throws {
            var state = try state()
            #expect(nextStep(&state, now: 100) == .heads)
            let deliveries = state.committed(commit(2, second, after: first))
            #expect(numbers(deliveries) == [2])
            _ = state.replied(heads(1, first))
            #expect(nextStep(&state, now: 100) == nil)
        }

        @Test("[postgres 12] a lost tail begins a new incarnation before anything else is read")
        func renewal() throws {
            var state = try state()
            let other = BatchIdentity(run: 8, batch: 1)
            #expect(nextStep(&state, now: 100) == .heads)
            _ = state.replied(heads(1, other))
            #expect(nextStep(&state, now: 100) == .read([1]))
            #expect(state.replied(read(1, other, rows: [(1, other)])).deliveries.isEmpty)
            #expect(nextStep(&state, now: 200) == .renew(shop))
            let deliveries = state.replied(DatabaseReply()).deliveries
            #expect(deliveries.count == 1)
            guard case .mustReload = deliveries.first?.event else {
                Issue.record("\(deliveries)")
                return
            }
            #expect(state.count == 0)
        }

        @Test("[postgres 12] a renewal whose outcome is unknown is found necessary again")
        func lostRenewal() throws {
            var state = try state()
            let other = BatchIdentity(run: 8, batch: 1)
            _ = state.committed(commit(3, second, after: other))
            #expect(nextStep(&state, now: 50) == .read([1]))
            _ = state.replied(read(3, second, rows: [(1, other)]))
            #expect(nextStep(&state, now: 50) == .renew(shop))
            state.failed(now: 50, pauses: false)
            #expect(nextStep(&state, now: 50) == .read([1]))
            // The renewal has been executed.
            let deliveries = state.replied(read(incarnation: 2, 3, second, rows: [(1, other)])).deliveries
            guard case .mustReload = deliveries.first?.event else {
                Issue.record("\(deliveries)")
                return
            }
        }

        @Test("[postgres 14] a question that comes while heads are read waits for the next read")
        func questions() throws {
            var state = try state()
            let answers = Guarded<[LogPosition?]>([])
            let answer: @Sendable (Result<LogPosition?, LogError>) -> Void = { result in
                answers.withLock { $0.append(try? result.get()) }
            }
            #expect(nextStep(&state, now: 100) == .heads)
            state.ask(shop, ApplicationOwned(answer))
            #expect(state.replied(heads(1, first)).answers.isEmpty)
            #expect(nextStep(&state, now: 100) == .heads)
            for answer in state.replied(heads(2, second)).answers { answer() }
            #expect(answers.withLock { $0 } == [LogPosition(incarnation: 1, number: 2)])
        }

        @Test("[postgres 16] a read whose connection was lost is repeated")
        func repeated() throws {
            var state = try state()
            #expect(nextStep(&state, now: 100) == .heads)
            state.failed(now: 100, pauses: false)
            #expect(nextStep(&state, now: 100) == .heads)
            _ = state.replied(heads(2, second))
            #expect(nextStep(&state, now: 100) == .read([1]))
            state.failed(now: 100, pauses: true)
            #expect(nextStep(&state, now: 1_099) == nil)
            #expect(nextStep(&state, now: 1_100) == .heads)
            _ = state.replied(heads(2, second))
            #expect(nextStep(&state, now: 1_100) == .read([1]))
        }
    }
#endif
