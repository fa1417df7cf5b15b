#if Postgres
    import DatasyncLog

    /// The statements of tools.
    enum TableStatements {
        /// Begins a transaction that sees one state of the database, whatever servers write meanwhile.
        static let beginReading = DatabaseStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        static let beginWriting = DatabaseStatement("BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE")
        static let commit = DatabaseStatement("COMMIT")
        static let rollback = DatabaseStatement("ROLLBACK")

        /// Waits for the standby at the end of the transaction, even if a pooler's last user has switched that off.
        static let waitForCommit = DatabaseStatement(
            """
            SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
              THEN set_config('synchronous_commit', 'on', true) END
            """)

        private static let head = """
            SELECT n.name, n.id, n.incarnation, n.number, n.time, n.run, n.batch, n.snapshot, n.snapshot_time,
              (SELECT l.number - l.count + 1 FROM datasync_log l WHERE l.namespace = n.id ORDER BY l.number LIMIT 1),
              (SELECT sum(octet_length(s.body)) FROM datasync_snapshot s
                WHERE s.namespace = n.id AND s.number = n.snapshot AND s.piece >= 0 AND s.run = (
                  SELECT min(h.run) FROM datasync_snapshot h
                  WHERE h.namespace = n.id AND h.number = n.snapshot AND h.piece = -1))
            FROM datasync_namespace n
            """

        static let heads = DatabaseStatement(head + " ORDER BY n.name")

        static func head(of name: LogNamespace) -> DatabaseStatement {
            DatabaseStatement(head + " WHERE n.name = $1", .text(name.name))
        }

        /// Reads up to 1,000 rows or 4 MiB after a number.
        static func rows(of id: Int64, after number: Int64) -> DatabaseStatement {
            DatabaseStatement(
                """
                SELECT number, count, time, run, batch, entries FROM (
                  SELECT *, sum(octet_length(entries)) OVER (ORDER BY number) - octet_length(entries) AS before FROM (
                    SELECT * FROM datasync_log WHERE namespace = $1 AND number > $2 ORDER BY number LIMIT 1000) r) s
                WHERE before < 4194304 ORDER BY number
                """, .int8(id), .int8(number))
        }

        // MARK: Rows that refer to nothing

        /// Each count of rows that refer to nothing, with its title.
        static let orphans: [(title: String, statement: DatabaseStatement)] = [
            (
                "rows of datasync_presence have a run that is not in datasync_server",
                orphans("presence", lacking: "run")
            ),
            ("rows of datasync_presence have a namespace that does not exist", orphans("presence")),
            ("rows of datasync_log have a namespace that does not exist", orphans("log")),
            ("rows of datasync_snapshot have a namespace that does not exist", orphans("snapshot")),
            ("rows of datasync_webhook have a namespace that does not exist", orphans("webhook")),
            (
                "runs in datasync_server have no lease since an hour, and no server has ended them",
                DatabaseStatement(
                    """
                    SELECT count(*) FROM datasync_server
                    WHERE NOT ended AND expires < clock_timestamp() - interval '1 hour'
                    """)
            ),
        ]

        private static func orphans(_ table: String, lacking column: String = "namespace") -> DatabaseStatement {
            let target = column == "run" ? "datasync_server t WHERE t.run" : "datasync_namespace t WHERE t.id"
            return DatabaseStatement(
                "SELECT count(*) FROM datasync_\(table) o WHERE NOT EXISTS (SELECT FROM \(target) = o.\(column))")
        }

        // MARK: Replacing a namespace

        static func create(_ name: LogNamespace, id: Int64) -> DatabaseStatement {
            DatabaseStatement(
                "INSERT INTO datasync_namespace (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", .int8(id),
                .text(name.name))
        }

        static func find(_ name: LogNamespace) -> DatabaseStatement {
            DatabaseStatement("SELECT id FROM datasync_namespace WHERE name = $1", .text(name.name))
        }

        /// Waits for the appends on their way, holds up all later ones, and reads the position and the time of the next record.
        static func lock(_ id: Int64) -> DatabaseStatement {
            DatabaseStatement(
                """
                SELECT incarnation, number, greatest(time, (extract(epoch FROM clock_timestamp()) * 1000)::int8)
                FROM datasync_namespace WHERE id = $1 FOR UPDATE
                """, .int8(id))
        }

        static func number(_ id: Int64, _ run: Int64, as number: Int64) -> DatabaseStatement {
            DatabaseStatement(
                "UPDATE datasync_snapshot SET number = $3 WHERE namespace = $1 AND number = 0 AND run = $2", .int8(id),
                .int8(run), .int8(number))
        }

        static func removeRows(of id: Int64) -> DatabaseStatement {
            DatabaseStatement("DELETE FROM datasync_log WHERE namespace = $1", .int8(id))
        }

        static func add(
            _ entries: [UInt8], to id: Int64, number: Int64, time: Int64, identity: BatchIdentity
        ) -> DatabaseStatement {
            DatabaseStatement(
                """
                INSERT INTO datasync_log (namespace, number, count, time, run, batch, entries)
                VALUES ($1, $2, 1, $3, $4, $5, $6)
                """, .int8(id), .int8(number), .int8(time), .int8(identity.run), .int8(identity.batch), .bytes(entries))
        }

        static func begin(
            _ incarnation: Int64, of id: Int64, number: Int64, time: Int64, identity: BatchIdentity
        ) -> DatabaseStatement {
            DatabaseStatement(
                """
                UPDATE datasync_namespace SET incarnation = $2, number = $3, time = $4, run = $5, batch = $6, snapshot = $3,
                  snapshot_time = $4 WHERE id = $1
                """, .int8(id), .int8(incarnation), .int8(number), .int8(time), .int8(identity.run),
                .int8(identity.batch))
        }
    }
#endif
