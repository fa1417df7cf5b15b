#if Postgres
    import CPostgres

    /// A connection that waits for each statement, for a thread that has nothing else to do.
    final class BlockingConnection {
        private let handle: OpaquePointer

        /// Connects to a database.
        ///
        /// - Throws: `DatabaseFailure` if it cannot be reached.
        init(_ address: DatabaseAddress) throws(DatabaseFailure) {
            guard let handle = address.withParameters({ PQconnectdbParams($0, $1, 0) }) else {
                throw DatabaseFailure("The process has no memory left.")
            }
            self.handle = handle
            PQsetNoticeReceiver(handle, { _, _ in }, nil)
            guard PQstatus(handle) == PG_CONNECTION_OK else { throw DatabaseFailure(PQerrorMessage(handle).text) }
        }

        deinit { PQfinish(handle) }

        /// Executes a statement.
        ///
        /// - Throws: `DatabaseFailure` if it failed, or the connection was lost.
        @discardableResult
        func run(_ statement: DatabaseStatement) throws(DatabaseFailure) -> DatabaseReply {
            let result = statement.withParameters { count, types, values, lengths, formats in
                PQexecParams(handle, statement.text, count, types, values, lengths, formats, 1)
            }
            guard let result, PQstatus(handle) == PG_CONNECTION_OK else {
                PQclear(result)
                throw DatabaseFailure(PQerrorMessage(handle).text)
            }
            defer { PQclear(result) }
            return try DatabaseReply.read(result).get()
        }
    }
#endif
