#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import Synchronization
    import Testing

    @testable import DatasyncPostgres

    @Suite("The state of a log")
    struct LogStateTests {
        private func state(opened: @escaping @Sendable (LogError?) -> Void = { _ in }) throws -> LogState {
            let numbers = Atomic<Int64>(0)
            return LogState(
                address: try DatabaseAddress("postgresql://a@localhost/shop"),
                appends: AppendState(run: 1, level: 1) { numbers.add(1, ordering: .relaxed).newValue },
                follows: FollowState(pollInterval: 1_000, snapshotThreshold: 1_000),
                lease: LeaseState(LeaseTimes(), publicAddress: "", endOfRun: nil),
                hints: HintState(isListening: false), pollInterval: 1_000, opened: opened)
        }

        private func append() throws -> LogInput {
            let append = PendingAppend(
                entries: [LogEntry(run: 1, session: 1, body: [1])], byteCount: 1,
                lost: ApplicationOwned({ @Sendable _ in Issue.record("lost") }))
            return .append(append, try LogNamespace("a"))
        }

        /// Returns the names of effects, without their contents.
        private func names(_ effects: [LogEffect]) -> [String] {
            effects.map { effect in
                switch effect {
                case .connect(let role): "connect \(role)"
                case .disconnect(let role): "disconnect \(role)"
                case .send(let role, _): "send \(role)"
                case .deliver(let delivery): "deliver \(delivery.event)"
                case .call: "call"
                case .release: "release"
                case .sent: "sent"
                case .peer(let effect): "\(effect)"
                case .show: "show"
                case .stop: "stop"
                }
            }
        }

        /// Opens a log over a simulated database, up to the first append.
        private func openAndAppend(_ state: inout LogState, _ database: inout SimulatedDatabase) throws {
            #expect(names(state.handle([.tick], now: 0)) == ["connect writer"])
            var effects = state.handle([.connected(.writer)], now: 0)
            effects += state.handle([try append()], now: 0)
            while case .send(.writer, let statement)? = effects.last(where: {
                if case .send(.writer, _) = $0 { true } else { false }
            }),
                let step = state.appends.current, step != .append
            {
                effects = state.handle(
                    [.replied(.writer, database.run(statement, as: step), isDoubtful: false)], now: 0)
            }
            #expect(state.appends.current == .append)
        }

        @Test(
            "[postgres 27] an append without an answer for 10 seconds has an unknown outcome, and a fence may take 60")
        func timeouts() throws {
            var (state, database) = (try state(), SimulatedDatabase())
            try openAndAppend(&state, &database)
            #expect(!names(state.handle([.tick], now: 9_999)).contains("disconnect writer"))
            let effects = names(state.handle([.tick], now: 10_000))
            #expect(effects.contains("disconnect writer"))
            #expect(effects.contains("connect writer"), "it connects again at once")
            _ = state.handle([.connected(.writer)], now: 10_000)
            #expect(state.appends.current == .check)
            _ = state.handle(
                [.replied(.writer, database.run(AppendStatements.check, as: .check), isDoubtful: false)], now: 10_000)
            #expect(state.appends.current == .fence)
            #expect(!names(state.handle([.tick], now: 69_999)).contains("disconnect writer"))
            #expect(names(state.handle([.tick], now: 70_000)).contains("disconnect writer"))
        }

        @Test("[postgres 24] a log that cannot be opened stops, with one error")
        func opening() throws {
            let counted = Counted()
            var state = try state { error in counted.errors.withLock { $0.append(error) } }
            _ = state.handle([.tick], now: 0)
            let effects = state.handle([.lost(.writer, DatabaseFailure("Connection refused"))], now: 0)
            #expect(state.isStopped)
            #expect(names(effects).last == "stop")
            for case .call(let closure) in effects { closure.value() }
            #expect(counted.errors.withLock { $0.count } == 1)
            #expect(counted.errors.withLock { $0[0]?.message.contains("Start the server") } == true)
        }

        @Test("[postgres 16] lost connections are replaced at once, then after growing pauses")
        func reconnecting() throws {
            var (state, database) = (try state(), SimulatedDatabase())
            try openAndAppend(&state, &database)
            var now: Int64 = 0
            let first = names(state.handle([.lost(.writer, DatabaseFailure("gone"))], now: now))
            #expect(first.contains("connect writer"))
            var pauses: [Int64] = []
            for _ in 0..<8 {
                _ = state.handle([.lost(.writer, DatabaseFailure("refused"))], now: now)
                // Only the writer is looked at: the reader waits for its connection until its own deadline.
                var end = now
                while !names(state.handle([.tick], now: end)).contains("connect writer") { end += 10 }
                pauses.append(end - now)
                now = end
            }
            #expect(pauses == [200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
        }

        @Test("[postgres 9] closing waits 5 seconds for the database")
        func closing() throws {
            let (counted, closed) = (Counted(), Counted())
            var (state, database) = (try state(), SimulatedDatabase())
            try openAndAppend(&state, &database)
            _ = state.handle(
                [.lost(.writer, DatabaseFailure("gone")), .lost(.writer, DatabaseFailure("refused"))], now: 0)
            let waiting = PendingAppend(
                entries: [LogEntry(run: 1, session: 1, body: [1])], byteCount: 1,
                lost: ApplicationOwned({ @Sendable _ in counted.errors.withLock { $0.append(nil) } }))
            let close = ApplicationOwned({ @Sendable () in closed.errors.withLock { $0.append(nil) } })
            _ = state.handle([.append(waiting, try LogNamespace("b")), .close(close)], now: 0)
            #expect(!state.isStopped)
            _ = state.handle([.tick], now: 4_999)
            #expect(!state.isStopped)
            let effects = state.handle([.tick], now: 5_000)
            #expect(state.isStopped)
            for case .call(let closure) in effects { closure.value() }
            // Nothing is said about the append whose outcome is unknown.
            #expect(counted.errors.withLock { $0.count } == 1)
            #expect(closed.errors.withLock { $0.count } == 1)
        }
    }

    /// The errors that closures have received.
    private final class Counted: Sendable {
        let errors = Guarded<[LogError?]>([])
    }
#endif
