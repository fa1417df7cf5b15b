#if Postgres
    import DatasyncConcurrency
    import DatasyncLog

    /// A connection for a tool: each statement waits on a thread of its own, and the caller is suspended.
    final class TableSession: Sendable {
        private let address: DatabaseAddress
        private let queue = WorkQueue(label: "datasync.postgres.tools")
        private let connection = Guarded<BlockingConnection?>(nil)

        init(_ address: DatabaseAddress) { self.address = address }

        /// Executes a statement; the first one connects.
        ///
        /// - Throws: `LogError` `operationFailed` if it failed, or the database cannot be reached.
        @discardableResult
        func run(_ statement: DatabaseStatement) async throws(LogError) -> DatabaseReply {
            let result = await withCheckedContinuation { continuation in
                queue.executor { [self] in
                    continuation.resume(
                        returning: Result { () throws(DatabaseFailure) in try execute(statement) })
                }
            }
            do throws(DatabaseFailure) {
                return try result.get()
            } catch {
                throw error.error(at: address)
            }
        }

        private func execute(_ statement: DatabaseStatement) throws(DatabaseFailure) -> DatabaseReply {
            try connection.withLock { connection throws(DatabaseFailure) in
                if let connection { return try connection.run(statement) }
                let new = try BlockingConnection(address)
                let reply = try new.run(statement)
                connection = new
                return reply
            }
        }

        /// Executes statements in one transaction, which an error undoes.
        ///
        /// - Throws: The error of the closure, or of a statement.
        func transaction<Output: Sendable>(
            _ begin: DatabaseStatement, _ body: () async throws -> Output
        ) async throws -> Output {
            try await run(begin)
            do {
                let output = try await body()
                try await run(TableStatements.commit)
                return output
            } catch {
                _ = try? await run(TableStatements.rollback)
                throw error
            }
        }
    }
#endif
