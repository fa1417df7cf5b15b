#if Postgres
    import DatasyncConcurrency
    package import DatasyncLog

    /// One namespace as of one moment, whatever servers append meanwhile.
    ///
    /// It is valid during the call of ``PostgresTables/read(_:_:)`` that made it.
    package struct TableView: Sendable {
        /// The namespace as of that moment.
        package let head: TableHead
        private let session: TableSession

        init(_ head: TableHead, _ session: TableSession) {
            self.head = head
            self.session = session
        }

        /// Returns the latest snapshot; its body is read piece by piece.
        ///
        /// - Throws: `LogError` `damaged` if its header is missing.
        package func latestSnapshot() async throws(LogError) -> LogSnapshot? {
            let reply = try await session.run(SnapshotStatements.latest(head.namespace))
            guard let number = reply.integer(0, 2), let time = reply.integer(0, 3) else { return nil }
            guard let run = reply.integer(0, 4), let header = reply.bytes(0, 5),
                let count = PostgresLog.pieceCount(in: header)
            else { throw Self.damage("The snapshot at \(number) has no valid header.") }
            return LogSnapshot(
                position: LogPosition(incarnation: head.incarnation, number: UInt64(clamping: number)),
                time: LogTime(time),
                body: SnapshotBody { [session, head] in
                    let next = Guarded<Int32>(0)
                    return {
                        let piece = next.withLock { next in
                            defer { next += 1 }
                            return next
                        }
                        guard piece < count else { return nil }
                        let reply = try await session.run(SnapshotStatements.piece(piece, of: head.id, number, run))
                        guard let bytes = reply.bytes(0, 0) else {
                            throw Self.damage("The piece \(piece) of \(count) of the snapshot at \(number) is missing.")
                        }
                        return Array(bytes)
                    }
                })
        }

        /// Passes the records after a number to a closure, in order.
        ///
        /// - Parameters:
        ///   - number: The number after which the records begin.
        ///   - body: Returns whether to continue.
        /// - Throws: `LogError` `damaged` if a record is missing or cannot be read; any error of the closure.
        package func read<Failure: Error>(
            after number: UInt64, _ body: (LogRecord) throws(Failure) -> Bool
        ) async throws {
            guard number < head.last else { return }
            try await rows(after: Int64(clamping: number)) { row, records, problems in
                if let problem = problems.first { throw Self.damage(problem) }
                for record in records where record.position.number > number {
                    guard try body(record) else { return false }
                }
                return true
            }
        }

        /// Returns what is wrong with the rows and the snapshot of the namespace.
        ///
        /// - Throws: `LogError` if the database cannot be reached.
        package func damages() async throws(LogError) -> [String] {
            var damages: [String] = []
            do {
                if let snapshot = try await latestSnapshot() { for try await _ in snapshot.body {} }
            } catch let error as LogError where error.code == .damaged {
                damages.append(error.message)
            } catch {
                throw Self.logError(error)
            }
            // Earlier rows are deleted in the order of their numbers, so the first one that is left can have any number.
            let start = head.snapshot == nil ? 0 : min(head.first, (head.snapshot?.number ?? 0) + 1) - 1
            do {
                try await rows(after: Int64(clamping: start)) { _, _, problems in
                    damages += problems.map { Self.damage($0).message }
                    return true
                }
            } catch {
                throw Self.logError(error)
            }
            return damages
        }

        /// Passes the rows after a number to a closure, with their records and what is wrong.
        ///
        /// The last call has no row, only what is wrong after all of them.
        private func rows(
            after number: Int64, _ body: (TableRow?, [LogRecord], [String]) throws -> Bool
        ) async throws {
            var (check, last): (_, TableRow?) = (RowCheck(head, after: number), nil)
            while true {
                let reply = try await session.run(
                    TableStatements.rows(of: head.id, after: last?.number ?? number))
                for index in 0..<reply.count {
                    guard let row = TableRow(reply, index) else {
                        throw LogError(
                            .damaged, "A row of datasync_log has columns of other types. Migrate the database.")
                    }
                    let (entries, problems) = check.accept(row)
                    let records = entries.map { number, entry in
                        LogRecord(
                            position: LogPosition(incarnation: head.incarnation, number: UInt64(clamping: number)),
                            time: LogTime(row.time), entry: entry)
                    }
                    guard try body(row, records, problems) else { return }
                    last = row
                }
                if reply.count == 0 { break }
            }
            _ = try body(nil, [], check.finish(last?.identity))
        }

        private static func damage(_ text: String) -> LogError {
            LogError(.damaged, "\(text) Restore the namespace from a backup.")
        }

        private static func logError(_ error: any Error) -> LogError {
            error as? LogError ?? LogError(.operationFailed, "\(error)")
        }
    }
#endif
