#if Postgres
    import DatasyncLog

    /// The statements for snapshots, and for the deletion of records.
    enum SnapshotStatements {
        /// The rows that one statement deletes.
        static let chunk = 1_000

        static func head(_ name: LogNamespace) -> DatabaseStatement {
            DatabaseStatement(
                "SELECT id, incarnation, number, snapshot FROM datasync_namespace WHERE name = $1", .text(name.name))
        }

        static func latest(_ name: LogNamespace) -> DatabaseStatement {
            DatabaseStatement(
                """
                SELECT n.id, n.incarnation, n.snapshot, n.snapshot_time, s.run, s.body FROM datasync_namespace n
                LEFT JOIN datasync_snapshot s ON s.namespace = n.id AND s.number = n.snapshot AND s.piece = -1
                WHERE n.name = $1 AND n.snapshot > 0 ORDER BY s.run LIMIT 1
                """, .text(name.name))
        }

        static func piece(_ piece: Int32, of id: Int64, _ number: Int64, _ run: Int64) -> DatabaseStatement {
            DatabaseStatement(
                "SELECT body FROM datasync_snapshot WHERE namespace = $1 AND number = $2 AND run = $3 AND piece = $4",
                .int8(id), .int8(number), .int8(run), .int4(piece))
        }

        static func store(
            _ body: [UInt8], as piece: Int32, of id: Int64, _ number: Int64, _ run: Int64
        ) -> DatabaseStatement {
            DatabaseStatement(
                """
                INSERT INTO datasync_snapshot (namespace, number, run, piece, body) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (namespace, number, run, piece) DO NOTHING
                """, .int8(id), .int8(number), .int8(run), .int4(piece), .bytes(body))
        }

        /// Makes a snapshot the latest one, if the log still has the batch that this server received after it.
        static func publish(
            _ id: Int64, _ number: Int64, _ time: Int64, incarnation: Int64,
            received: (number: Int64, identity: BatchIdentity)?
        ) -> DatabaseStatement {
            DatabaseStatement(
                """
                UPDATE datasync_namespace SET snapshot = $2, snapshot_time = $3
                WHERE id = $1 AND snapshot < $2 AND number >= $2 AND incarnation = $4 AND ($5 = 0 OR EXISTS (
                  SELECT FROM datasync_log WHERE namespace = $1 AND datasync_log.number = $5 AND datasync_log.run = $6
                    AND datasync_log.batch = $7))
                RETURNING id
                """, .int8(id), .int8(number), .int8(time), .int8(incarnation), .int8(received?.number ?? 0),
                .int8(received?.identity.run ?? 0), .int8(received?.identity.batch ?? 0))
        }

        static func remove(_ id: Int64, _ number: Int64, _ run: Int64) -> DatabaseStatement {
            DatabaseStatement(
                "DELETE FROM datasync_snapshot WHERE namespace = $1 AND number = $2 AND run = $3", .int8(id),
                .int8(number),
                .int8(run))
        }

        static func removeAll(before number: Int64, of id: Int64) -> DatabaseStatement {
            DatabaseStatement(
                "DELETE FROM datasync_snapshot WHERE namespace = $1 AND number < $2", .int8(id), .int8(number))
        }

        /// Deletes the oldest rows that the snapshot contains, except the last 10,000 entries, the newest row, and those from a
        /// row of `datasync_webhook` on, a table that no server writes now.
        static func truncate(_ id: Int64) -> DatabaseStatement {
            DatabaseStatement(
                """
                WITH n AS (SELECT number, least(snapshot, number - 10000, (SELECT min(w.number) FROM datasync_webhook w
                  WHERE w.namespace = $1 AND NOT w.parked)) AS cut FROM datasync_namespace WHERE id = $1)
                DELETE FROM datasync_log l USING n WHERE l.namespace = $1 AND l.number <= n.cut AND l.number < n.number
                  AND l.number IN (SELECT number FROM datasync_log WHERE namespace = $1 ORDER BY number LIMIT \(chunk))
                RETURNING l.number
                """, .int8(id))
        }
    }
#endif
