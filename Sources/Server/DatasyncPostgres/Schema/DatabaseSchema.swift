#if Postgres
    import DatasyncLog

    /// The tables of a commit log, by version.
    enum DatabaseSchema {
        /// The version that this library reads and writes.
        static var version: Int64 { Int64(steps.count) }

        /// The statements that lead from each version to the next one, from an empty database on.
        static let steps = [first]

        private static let first = [
            """
            CREATE TABLE datasync_meta (id int4 PRIMARY KEY CHECK (id = 1), version int4 NOT NULL, level int4 NOT NULL,
              secret bytea NOT NULL)
            """,
            """
            CREATE TABLE datasync_namespace (id int8 PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE,
              incarnation int8 NOT NULL DEFAULT 1, number int8 NOT NULL DEFAULT 0, time int8 NOT NULL DEFAULT 0,
              run int8 NOT NULL DEFAULT 0, batch int8 NOT NULL DEFAULT 0, snapshot int8 NOT NULL DEFAULT 0,
              snapshot_time int8 NOT NULL DEFAULT 0)
              WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
              autovacuum_vacuum_cost_delay = 0)
            """,
            """
            CREATE TABLE datasync_log (namespace int8, number int8, count int4 NOT NULL, time int8 NOT NULL, run int8 NOT NULL,
              batch int8 NOT NULL, entries bytea NOT NULL, PRIMARY KEY (namespace, number))
              WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0,
              toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 10000,
              toast.autovacuum_vacuum_cost_delay = 0)
            """,
            """
            CREATE TABLE datasync_snapshot (namespace int8, number int8, run int8, piece int4, body bytea NOT NULL,
              PRIMARY KEY (namespace, number, run, piece))
            """,
            """
            CREATE TABLE datasync_server (run int8 PRIMARY KEY, writer int8 NOT NULL DEFAULT 1,
              ended bool NOT NULL DEFAULT false, level int4 NOT NULL, public_address text NOT NULL,
              peer_address text NOT NULL, draining bool NOT NULL DEFAULT false, expires timestamptz NOT NULL)
              WITH (fillfactor = 50)
            """,
            "CREATE TABLE datasync_presence (run int8, namespace int8, PRIMARY KEY (run, namespace))",
            """
            CREATE TABLE datasync_webhook (id int8 PRIMARY KEY, namespace int8 NOT NULL, path text NOT NULL,
              url text NOT NULL, events text NOT NULL, secret bytea NOT NULL, number int8 NOT NULL,
              owner int8 NOT NULL DEFAULT 0, retry timestamptz, parked bool NOT NULL DEFAULT false)
            """,
        ]

        /// Returns why a log cannot be opened.
        ///
        /// - Parameters:
        ///   - reply: The version, the encoding and the level, as `AppendStatements.check` reads them.
        ///   - level: The schema level that this server can read.
        /// - Returns: The error; `nil` if there is none.
        static func problem(in reply: DatabaseReply, level: Int32) -> LogError? {
            guard let found = reply.integer(0, 0) else {
                return LogError(
                    .operationFailed,
                    "The database has the tables of the commit log, but no version. Restore it from a backup, or drop the "
                        + "tables and create them with `datasync migrate-database URL`.")
            }
            if found > version { return newerVersion(found) }
            if found < version {
                return LogError(
                    .operationFailed,
                    "The tables of the commit log have version \(found); this library needs version \(version). Run "
                        + "`datasync migrate-database URL`.")
            }
            if let needed = reply.integer(0, 2), needed > level {
                return LogError(
                    .newerVersion,
                    "Servers may write records of the schema level \(needed) to the database; this server reads up to \(level). "
                        + "Use a later version of the library.")
            }
            return reply.text(0, 1) == "UTF8" ? nil : wrongEncoding(reply.text(0, 1))
        }

        static func wrongEncoding(_ found: String?) -> LogError {
            LogError(
                .operationFailed, "The database has the encoding \(found ?? "?"). Create one with the encoding UTF8.")
        }

        static func newerVersion(_ found: Int64) -> LogError {
            LogError(
                .newerVersion,
                "The tables of the commit log have version \(found); this library knows versions up to \(version). Use the "
                    + "version of the library that created them, or a later one.")
        }
    }
#endif
