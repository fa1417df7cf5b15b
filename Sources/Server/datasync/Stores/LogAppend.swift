#if Server
    import DatasyncConcurrency
    import DatasyncLog

    /// An append to a log that waits until the entries are stored.
    struct LogAppend {
        private let log: any CommitLog

        init(_ log: any CommitLog) { self.log = log }

        /// Appends entries of one run, which no other entries have.
        ///
        /// - Parameters:
        ///   - entries: The entries.
        ///   - namespace: The namespace.
        /// - Returns: The record of the last entry.
        /// - Throws: ``CommandError`` if the log cannot be written.
        @discardableResult
        func run(_ entries: [LogEntry], to namespace: LogNamespace) async throws(CommandError) -> LogRecord {
            guard let last = entries.last else { throw CommandError("There is nothing to append.") }
            let position: LogPosition?
            do {
                position = try await log.latestPosition(of: namespace)
            } catch {
                throw CommandError(error)
            }
            let (results, continuation) = AsyncStream.makeStream(of: Result<LogRecord, CommandError>.self)
            let remaining = Guarded(entries.count)
            let subscription = log.follow(namespace, after: position) { event in
                switch event {
                case .records(let records):
                    for record in records where record.entry.run == last.run {
                        let left = remaining.withLock { remaining in
                            remaining -= 1
                            return remaining
                        }
                        if left == 0 { continuation.yield(.success(record)) }
                    }
                case .mustReload: continuation.yield(.failure(Self.unknown("It was replaced meanwhile.", namespace)))
                case .unavailable(let reason): continuation.yield(.failure(Self.unknown(reason, namespace)))
                case .snapshotDue: break
                }
            }
            defer { subscription.cancel() }
            log.append(entries, to: namespace) { reason in
                continuation.yield(.failure(Self.unknown(reason, namespace)))
            }
            for await result in results { return try result.get() }
            throw Self.unknown("The log was closed.", namespace)
        }

        private static func unknown(_ reason: String, _ namespace: LogNamespace) -> CommandError {
            CommandError("The namespace \(namespace) may not have been written: repeat the command. \(reason)")
        }
    }
#endif
