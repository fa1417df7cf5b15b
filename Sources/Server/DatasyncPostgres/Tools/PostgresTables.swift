#if Postgres
    package import DatasyncLog

    /// The tables of a log, for tools that work beside the servers that use them.
    package struct PostgresTables: Sendable {
        private let address: DatabaseAddress

        /// Connects to a database, and checks the version of its tables.
        ///
        /// - Parameter url: The URL of the database.
        /// - Throws: `LogError` as for `PostgresLog.open(_:options:)`; the message never has the password.
        package init(_ url: String) async throws(LogError) {
            address = try DatabaseAddress(url)
            let reply = try await TableSession(address).run(AppendStatements.check)
            let level = Int32(PostgresLog.Options().level)
            if let problem = DatabaseSchema.problem(in: reply, level: level) { throw problem }
        }

        /// Returns all namespaces, in the order of their names.
        ///
        /// - Throws: `LogError` if the database cannot be reached.
        package func heads() async throws(LogError) -> [TableHead] {
            let reply = try await TableSession(address).run(TableStatements.heads)
            return (0..<reply.count).compactMap { TableHead(reply, $0) }
        }

        /// Reads a namespace in one transaction, which sees one state and changes nothing.
        ///
        /// - Parameters:
        ///   - namespace: The namespace.
        ///   - body: Reads it.
        /// - Returns: The result of the closure; `nil` if the namespace does not exist.
        /// - Throws: The error of the closure; `LogError` if the database cannot be reached.
        package func read<Output: Sendable>(
            _ namespace: LogNamespace, _ body: (TableView) async throws -> Output
        ) async throws -> Output? {
            if PostgresLog.problem(of: namespace) != nil { return nil }
            let session = TableSession(address)
            return try await session.transaction(TableStatements.beginReading) {
                let reply = try await session.run(TableStatements.head(of: namespace))
                guard let head = TableHead(reply, 0) else { return nil }
                return try await body(TableView(head, session))
            }
        }

        /// Returns a line for each kind of rows that refer to nothing.
        ///
        /// - Throws: `LogError` if the database cannot be reached.
        package func orphans() async throws(LogError) -> [String] {
            let session = TableSession(address)
            var lines: [String] = []
            for (title, statement) in TableStatements.orphans {
                let count = try await session.run(statement).integer(0, 0) ?? 0
                if count > 0 { lines.append("\(count) \(title).") }
            }
            return lines
        }

        /// Replaces all records of a namespace by a snapshot, in one transaction; creates the namespace if it does not exist.
        ///
        /// The namespace gets a new incarnation, so that each server that has it reads the snapshot.
        ///
        /// - Parameters:
        ///   - namespace: The namespace.
        ///   - expected: The position that the namespace must still have, with number 0 if it must have no records.
        ///   - mark: The entry at the position of the snapshot, which changes nothing.
        ///   - body: The body of the snapshot.
        /// - Returns: The position of the snapshot.
        /// - Throws: `LogError` `invalidPosition` if the namespace has another position; an error of the body; `operationFailed`.
        ///   Nothing is changed then.
        package func replace(
            _ namespace: LogNamespace, at expected: LogPosition, mark: LogEntry, with body: SnapshotBody
        ) async throws -> LogPosition {
            if let problem = PostgresLog.problem(of: namespace) { throw problem }
            let session = TableSession(address)
            return try await session.transaction(TableStatements.beginWriting) {
                try await session.run(TableStatements.waitForCommit)
                try await session.run(TableStatements.create(namespace, id: Int64.random(in: 1...Int64.max)))
                let found = try await session.run(TableStatements.find(namespace))
                guard let id = found.integer(0, 0) else { throw Self.changed(namespace) }
                let identity = BatchIdentity(run: Int64.random(in: 1...Int64.max), batch: 1)
                func store(_ bytes: [UInt8], as piece: Int32) async throws(LogError) {
                    try await session.run(SnapshotStatements.store(bytes, as: piece, of: id, 0, identity.run))
                }
                // Under the number 0, before the lock, so that servers wait only for the rest.
                var (waiting, count): ([UInt8], Int32) = ([], 0)
                for try await bytes in body {
                    waiting += bytes
                    while waiting.count >= PostgresLog.pieceSize {
                        try await store(Array(waiting.prefix(PostgresLog.pieceSize)), as: count)
                        waiting.removeFirst(PostgresLog.pieceSize)
                        count += 1
                    }
                }
                if !waiting.isEmpty {
                    try await store(waiting, as: count)
                    count += 1
                }
                try await store(PostgresLog.header(count: count), as: -1)
                let head = try await session.run(TableStatements.lock(id))
                guard let incarnation = head.integer(0, 0), let last = head.integer(0, 1),
                    let time = head.integer(0, 2),
                    Self.isExpected(expected, incarnation, last)
                else { throw Self.changed(namespace) }
                // One number is left out, so that nobody takes the mark for the record after what he has received.
                let number = last + 2
                try await session.run(TableStatements.number(id, identity.run, as: number))
                try await session.run(SnapshotStatements.removeAll(before: number, of: id))
                try await session.run(TableStatements.removeRows(of: id))
                try await session.run(
                    TableStatements.add(
                        EntryBatch.bytes(of: [mark]), to: id, number: number, time: time, identity: identity))
                try await session.run(
                    TableStatements.begin(incarnation + 1, of: id, number: number, time: time, identity: identity))
                return LogPosition(incarnation: UInt64(clamping: incarnation + 1), number: UInt64(clamping: number))
            }
        }

        private static func isExpected(_ expected: LogPosition, _ incarnation: Int64, _ number: Int64) -> Bool {
            // No namespace, and one without records, have nothing that could be lost.
            if expected.number == 0, number == 0 { return true }
            return expected == LogPosition(incarnation: UInt64(clamping: incarnation), number: UInt64(clamping: number))
        }

        private static func changed(_ namespace: LogNamespace) -> LogError {
            LogError(
                .invalidPosition,
                "The namespace \(namespace) was changed while it was being replaced. Nothing was written; repeat the command."
            )
        }
    }

    extension PostgresTables: CustomStringConvertible {
        /// The database, the host and the port.
        package var description: String { "\(address)" }
    }
#endif
