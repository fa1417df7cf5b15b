#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncPostgres
    import DatasyncTesting

    /// A follower that keeps its events, and appends that count their losses.
    final class TestFollower: Sendable {
        let name: LogNamespace
        private let events = Guarded<[LogEvent]>([])
        private let subscription = Guarded<(any LogSubscription)?>(nil)

        init(_ log: PostgresLog, _ name: LogNamespace, after position: LogPosition? = nil) {
            self.name = name
            let subscription = log.follow(name, after: position) { [events = WeakReference(self)] event in
                events.object?.events.withLock { $0.append(event) }
            }
            _ = self.subscription.exchange(subscription)
        }

        deinit { subscription.withLock { $0 }?.cancel() }

        var records: [LogRecord] {
            events.withLock { $0 }.flatMap { event in
                if case .records(let records) = event { records } else { [LogRecord]() }
            }
        }

        var texts: [String] { records.map { String(decoding: $0.entry.body, as: UTF8.self) } }

        var reasons: [String] {
            events.withLock { $0 }.compactMap { event in
                if case .unavailable(let reason) = event { reason } else { nil }
            }
        }

        var mustReload: Bool {
            events.withLock { $0 }.contains { event in if case .mustReload = event { true } else { false } }
        }

        var isSnapshotDue: Bool {
            events.withLock { $0 }.contains { event in if case .snapshotDue = event { true } else { false } }
        }

        /// Waits for a number of records.
        func wait(for count: Int) async throws {
            try await waitUntil("\(count) records") { records.count >= count }
        }

        /// Waits until the log says that the records are no longer available.
        func waitForReload() async throws { try await waitUntil("the follower must reload") { mustReload } }
    }

    extension PostgresLog {
        /// Appends numbers one after the other, each when a follower has received the last.
        ///
        /// - Parameters:
        ///   - numbers: The numbers of the records, as their texts.
        ///   - follower: The follower, whose namespace receives them.
        /// - Throws: A violation if one does not arrive.
        func append(_ numbers: ClosedRange<Int>, to follower: TestFollower) async throws {
            for number in numbers {
                append("\(number)", to: follower.name)
                try await follower.wait(for: number)
            }
        }

        /// Appends an entry with a text.
        func append(
            _ text: String, to name: LogNamespace, session: UInt64 = 1,
            lost: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            append([LogEntry(run: 1, session: session, body: Array(text.utf8))], to: name, lost: lost)
        }
    }
#endif
