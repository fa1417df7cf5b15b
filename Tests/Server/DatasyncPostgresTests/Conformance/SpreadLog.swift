#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncPostgres

    /// The logs of several servers over a database as one: the entries of a run go to the same one, and followers take turns.
    final class SpreadLog: CommitLog {
        private let logs: [PostgresLog]
        private let followers = Guarded(0)

        init(_ database: TestDatabase, count: Int) async throws {
            var logs: [PostgresLog] = []
            var options = PostgresLog.Options()
            (options.peerAddress, options.lease.renewal) = ("127.0.0.1:0", 500)
            for _ in 0..<count { logs.append(try await PostgresLog.open(database.url, options: options)) }
            self.logs = logs
        }

        func close() async { for log in logs { await log.close() } }

        func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
            guard let run = entries.first?.run else { return }
            logs[Int(run % UInt64(logs.count))].append(entries, to: namespace, lost: lost)
        }

        func follow(
            _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
        ) -> any LogSubscription {
            let number = followers.withLock { number in
                number += 1
                return number
            }
            return logs[number % logs.count].follow(namespace, after: position, receive)
        }

        func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? {
            try await logs[0].latestSnapshot(of: namespace)
        }

        func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {
            try await logs[0].store(snapshot, of: namespace)
        }

        func latestPosition(of namespace: LogNamespace) async throws -> LogPosition? {
            try await logs[0].latestPosition(of: namespace)
        }
    }
#endif
