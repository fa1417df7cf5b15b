#if Postgres
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncPostgres
    import DatasyncTesting
    import Dispatch

    /// A database that two back ends share, each with a log of its own; each run has a namespace.
    final class DatabaseScenarioLog: ScenarioLog {
        let name = "a database"
        private let logs: [PostgresLog]
        private let lastNumber = Guarded(0)

        init(_ database: TestDatabase) async throws {
            var logs: [PostgresLog] = []
            for _ in 0..<2 {
                var options = PostgresLog.Options()
                options.peerAddress = "127.0.0.1:0"
                options.lease.renewal = 100
                logs.append(try await PostgresLog.open(database.url, options: options))
            }
            self.logs = logs
            try await waitUntil("the servers hear each other") {
                logs.allSatisfy { $0.status.hearsAll && !$0.status.others.isEmpty }
            }
        }

        func close() async { for log in logs { await log.close() } }

        func makeBackends(_ initial: BackendState, clock: ManualClock) throws -> ScenarioBackends {
            let number = lastNumber.withLock { number in
                number += 1
                return UInt64(number)
            }
            let namespace = try LogNamespace("scenario \(number)")
            // A greeting is delivered without a record.
            let deliveries = Guarded(0)
            let backends = logs.indices.map { index in
                Backend(
                    namespace: namespace, run: ServerRun(2 * number + UInt64(index)), beside: .servers,
                    clock: { clock.now }, delivered: { deliveries.withLock { $0 += 1 } })
            }
            let times = RecordTimes(clock)
            for (backend, log) in zip(backends, logs) {
                backend.begin(TimedLog(log: log, times: times), from: initial.database, at: nil)
            }
            let last = Guarded(0)
            let settle = {
                let moment = DispatchSemaphore(value: 0)
                while true {
                    let count = deliveries.withLock(\.self)
                    if backends.allSatisfy({ $0.isRead && $0.isIdle }), Set(backends.map(\.position)).count == 1 {
                        return last.exchange(count) != count
                    }
                    _ = moment.wait(timeout: .now() + .microseconds(200))
                }
            }
            _ = settle()
            return ScenarioBackends(backends, settle: settle)
        }
    }

    /// The times of records by a scenario's clock: that at which the first of the back ends receives each.
    private final class RecordTimes: Sendable {
        private let clock: ManualClock
        private let times = Guarded<[LogPosition: LogTime]>([:])

        init(_ clock: ManualClock) { self.clock = clock }

        func time(of position: LogPosition) -> LogTime {
            let now = LogTime(Int64(clock.now))
            return times.withLock { times in
                times[position] = times[position] ?? now
                return times[position] ?? now
            }
        }
    }

    /// A log whose records have the time of a scenario's clock in place of the database's.
    private struct TimedLog: CommitLog {
        let log: PostgresLog
        let times: RecordTimes

        func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
            log.append(entries, to: namespace, lost: lost)
        }

        func follow(
            _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
        ) -> any LogSubscription {
            log.follow(namespace, after: position) { event in
                guard case .records(let records) = event else { return receive(event) }
                receive(
                    .records(
                        records.map { record in
                            LogRecord(
                                position: record.position, time: times.time(of: record.position), entry: record.entry)
                        }))
            }
        }

        func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? { nil }

        func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {}

        func latestPosition(of namespace: LogNamespace) async throws -> LogPosition? {
            try await log.latestPosition(of: namespace)
        }
    }
#endif
