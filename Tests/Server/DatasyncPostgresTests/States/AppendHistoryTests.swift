#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import Synchronization
    import TestSupport
    import Testing

    @testable import DatasyncPostgres

    @Suite("Random histories of appends")
    struct AppendHistoryTests {
        /// A run of the state over a database that fails.
        private struct History {
            let names = ["a", "b", "c"]
            var random: SeededGenerator
            var state: AppendState
            var database = SimulatedDatabase()
            var appended: [String: [String]] = [:]
            /// The statements whose connection was lost before the database executed them.
            var late: [DatabaseStatement] = []
            var now: Int64 = 0
            var count = 0

            init(salt: UInt64) {
                random = SeededGenerator(salt: salt)
                let numbers = Atomic<Int64>(0)
                state = AppendState(run: 1, level: 1) { numbers.add(1, ordering: .relaxed).newValue }
            }

            mutating func append() throws {
                let name = random.pick(names)
                let entries = (0...random.below(3)).map { _ in
                    count += 1
                    return LogEntry(run: 1, session: 1, body: Array("\(count)".utf8))
                }
                appended[name, default: []] += entries.map { String(decoding: $0.body, as: UTF8.self) }
                let size = entries.reduce(0) { $0 + $1.byteCount }
                let append = PendingAppend(
                    entries: entries, byteCount: size, lost: ApplicationOwned({ @Sendable _ in Issue.record("lost") }))
                state.append(append, to: try LogNamespace(name))
            }

            /// Sends the next statement, with any outcome.
            mutating func step(fails: Bool) {
                now += Int64(random.below(200))
                guard let statement = state.next(now: now, sent: { _ in }), let step = state.current else {
                    if !fails { now += 10_000 }
                    return
                }
                if fails { disturb() }
                switch fails ? random.below(12) : 11 {
                case 0: state.disconnected()
                case 1:
                    if step == .append { late.append(statement) }
                    state.disconnected()
                case 2:
                    _ = database.run(statement, as: step)
                    state.disconnected()
                case 3: _ = state.failed(DatabaseFailure(severity: "ERROR", state: "40001", text: ""), now: now)
                case 4: _ = state.failed(DatabaseFailure(severity: "ERROR", state: "53100", text: ""), now: now)
                case 5:
                    let reply = database.run(statement, as: step)
                    if case .doubtful = state.replied(reply, isDoubtful: true, now: now) { state.disconnected() }
                default: _ = state.replied(database.run(statement, as: step), isDoubtful: false, now: now)
                }
            }

            /// Does what other servers and late statements do between two statements.
            mutating func disturb() {
                while random.chance(20), let statement = late.popLast() { _ = database.run(statement, as: .append) }
                if random.chance(2) { database.endRuns() }
                if random.chance(4) { database.closeRuns() }
                if random.chance(2) { _ = database.run(AppendStatements.fence(state.run), as: .fence) }
            }

            mutating func run(steps: Int) throws {
                for _ in 0..<steps {
                    if random.chance(40) { try append() }
                    step(fails: true)
                }
                for _ in 0..<1_000 { step(fails: false) }
                for statement in late { _ = database.run(statement, as: .append) }
            }
        }

        @Test("[postgres 5] every entry is stored once, in order, whatever the connection and other servers do")
        func histories() throws {
            for index in 0..<200 as Range<UInt64> {
                var history = History(salt: index)
                try history.run(steps: 300)
                for name in history.names {
                    try #require(
                        history.database.texts(of: name) == history.appended[name] ?? [],
                        "history \(index), \(name): \(Seed.note)")
                }
                #expect(!history.state.hasBatch)
            }
        }
    }
#endif
