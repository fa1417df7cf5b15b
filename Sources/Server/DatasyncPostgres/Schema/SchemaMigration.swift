#if Postgres
    import DatasyncLog

    /// The creation or the update of the tables, in one transaction.
    struct SchemaMigration {
        /// The number of times that a migration is tried while another one runs.
        private static let attempts = 5

        private let address: DatabaseAddress
        private let level: Int32
        private let steps: [[String]]

        /// Creates a migration.
        ///
        /// - Parameters:
        ///   - address: The database.
        ///   - level: The schema level that servers may write from now on.
        ///   - steps: The statements that lead from each version to the next one.
        init(_ address: DatabaseAddress, level: Int32, steps: [[String]] = DatabaseSchema.steps) {
            self.address = address
            self.level = level
            self.steps = steps
        }

        /// Creates or updates the tables, again if another migration was faster.
        func run() throws(LogError) -> PostgresMigration {
            var attempt = 1
            while true {
                let result: Result<PostgresMigration, LogError>
                do throws(DatabaseFailure) {
                    result = try migrate()
                } catch {
                    guard attempt < Self.attempts, Self.isConflict(error) else { throw error.error(at: address) }
                    attempt += 1
                    continue
                }
                return try result.get()
            }
        }

        private func migrate() throws(DatabaseFailure) -> Result<PostgresMigration, LogError> {
            let connection = try BlockingConnection(address)
            let encoding = try connection.run(DatabaseStatement("SELECT current_setting('server_encoding')")).text(0, 0)
            guard encoding == "UTF8" else { return .failure(DatabaseSchema.wrongEncoding(encoding)) }
            try connection.run(DatabaseStatement("BEGIN ISOLATION LEVEL READ COMMITTED"))
            let exists = try connection.run(DatabaseStatement("SELECT to_regclass('datasync_meta') IS NOT NULL"))
            var found: Int64 = 0
            if exists.integer(0, 0) == 1 {
                let row = try connection.run(
                    DatabaseStatement("SELECT version FROM datasync_meta WHERE id = 1 FOR UPDATE"))
                found = row.integer(0, 0) ?? 0
            }
            guard found <= steps.count else { return .failure(DatabaseSchema.newerVersion(found)) }
            for step in steps[Int(found)...].joined() { try connection.run(DatabaseStatement(step)) }
            try connection.run(Self.note(version: Int32(steps.count), level: level))
            try connection.run(DatabaseStatement("COMMIT"))
            return .success(PostgresMigration(previousVersion: Int(found), version: steps.count))
        }

        /// Sets the version, and raises the level as far as the live servers can read it.
        private static func note(version: Int32, level: Int32) -> DatabaseStatement {
            let secret = (0..<32).map { _ in UInt8.random(in: 0...255) }
            return DatabaseStatement(
                """
                INSERT INTO datasync_meta AS m (id, version, level, secret) VALUES (1, $1, $2, $3)
                ON CONFLICT (id) DO UPDATE SET version = $1, level = greatest(m.level, least($2, (
                  SELECT min(s.level) FROM datasync_server s WHERE NOT s.ended AND s.expires > clock_timestamp())))
                """, .int4(version), .int4(level), .bytes(secret))
        }

        /// Whether another migration has created the same table or row.
        private static func isConflict(_ failure: DatabaseFailure) -> Bool {
            failure.outcome == .repeatable || ["42P07", "42710", "23505"].contains(failure.state)
        }
    }
#endif
