#if Postgres
    import DatasyncLog

    /// The statements of ``AppendState``.
    enum AppendStatements {
        /// Returns the version, the encoding, the level, and the settings of ``DatabaseRisks``.
        static let check = DatabaseStatement(
            """
            SELECT version, current_setting('server_encoding'), level, current_setting('fsync'),
            current_setting('synchronous_standby_names'), (SELECT count(*) FROM pg_stat_replication)
            FROM datasync_meta WHERE id = 1
            """)

        /// Registers a run, unless servers may write records meanwhile that it cannot read; returns the time.
        ///
        /// The lock keeps a migration from raising the level at the same time.
        static func register(
            _ run: Int64, level: Int32, publicAddress: String, peerAddress: String, for duration: Int64
        ) -> DatabaseStatement {
            DatabaseStatement(
                """
                WITH m AS (SELECT level FROM datasync_meta WHERE id = 1 AND level <= $2 FOR SHARE)
                INSERT INTO datasync_server (run, level, public_address, peer_address, expires)
                SELECT $1, $2, $3, $5, clock_timestamp() + $4 * interval '1 millisecond' FROM m
                ON CONFLICT (run) DO UPDATE SET level = $2 RETURNING \(LeaseStatements.time)
                """, .int8(run), .int4(level), .text(publicAddress), .int8(duration), .text(peerAddress))
        }

        /// Waits for the statements of this run that are still being executed, and excludes all later ones.
        static func fence(_ run: Int64) -> DatabaseStatement {
            DatabaseStatement(
                "UPDATE datasync_server SET writer = writer + 1 WHERE run = $1 AND NOT ended RETURNING writer",
                .int8(run))
        }

        static func lookUp(run: Int64, batch: Int64, in ids: [Int64]) -> DatabaseStatement {
            DatabaseStatement(
                "SELECT DISTINCT namespace FROM datasync_log WHERE namespace = ANY ($1) AND run = $2 AND batch = $3",
                .int8Array(ids), .int8(run), .int8(batch))
        }

        static func find(_ names: [LogNamespace]) -> DatabaseStatement {
            DatabaseStatement(
                "SELECT id, name FROM datasync_namespace WHERE name = ANY ($1)", .textArray(names.map(\.name)))
        }

        static func create(_ names: [String], ids: [Int64]) -> DatabaseStatement {
            DatabaseStatement(
                """
                INSERT INTO datasync_namespace (id, name) SELECT * FROM unnest($1::int8[], $2::text[])
                ON CONFLICT (name) DO NOTHING
                """, .int8Array(ids), .textArray(names))
        }

        /// Notes that a run appends to namespaces, so that its end reaches all of them.
        static func enter(_ run: Int64, _ ids: [Int64]) -> DatabaseStatement {
            DatabaseStatement(
                """
                WITH f AS (SELECT run FROM datasync_server WHERE run = $1 AND NOT ended FOR SHARE)
                INSERT INTO datasync_presence (run, namespace) SELECT f.run, u.id FROM f CROSS JOIN unnest($2::int8[]) AS u(id)
                ON CONFLICT (run, namespace) DO NOTHING
                """, .int8(run), .int8Array(ids))
        }

        /// Notes that a run has nothing left to end in namespaces.
        static func leave(_ run: Int64, _ ids: [Int64]) -> DatabaseStatement {
            DatabaseStatement(
                "DELETE FROM datasync_presence WHERE run = $1 AND namespace = ANY ($2)", .int8(run), .int8Array(ids))
        }

        /// Appends a batch, unless the run has ended or another connection has taken over.
        ///
        /// `c`: a pooler may hand over a connection on which another application does not wait for commits. `f`: the fence. `l`: all
        /// servers lock the namespaces in one order, and the number of a row is given under its lock, so rows become visible in
        /// the order of their numbers. `o`: the earlier runs of this server that have entries, which other servers end again after a
        /// while; their rows may have been deleted. `e`: the presences of these runs; the end of a run locks them too before it
        /// locks the namespaces, and so comes either before these entries or after them, but then it comes.
        static func append(
            run: Int64, writer: Int64, batch: Int64, ids: [Int64], counts: [Int32], entries: [[UInt8]],
            earlierRuns: [(run: Int64, id: Int64)]
        ) -> DatabaseStatement {
            // Most batches have none, and do not pay for them.
            var (presence, isNoted) = ("", "")
            if !earlierRuns.isEmpty {
                isNoted = "AND (SELECT count(*) FROM e) > 0"
                presence = """
                    o AS (INSERT INTO datasync_server (run, ended, level, public_address, peer_address, expires)
                      SELECT r.run, true, 0, '', '', clock_timestamp()
                      FROM (SELECT DISTINCT u.run FROM f CROSS JOIN unnest($7::int8[]) AS u(run)) AS r
                      ORDER BY r.run ON CONFLICT (run) DO UPDATE SET expires = clock_timestamp() RETURNING 1),
                    e AS (INSERT INTO datasync_presence (run, namespace)
                      SELECT u.run, u.id FROM f CROSS JOIN unnest($7::int8[], $8::int8[]) AS u(run, id)
                      WHERE (SELECT count(*) FROM o) > 0 ORDER BY u.run, u.id
                      ON CONFLICT (run, namespace) DO UPDATE SET namespace = excluded.namespace RETURNING 1),
                    """
            }
            return DatabaseStatement(
                """
                WITH c AS (SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                  THEN set_config('synchronous_commit', 'on', true) END AS v),
                f AS (SELECT s.run FROM datasync_server s, c WHERE s.run = $1 AND s.writer = $2 AND NOT s.ended FOR SHARE OF s),
                \(presence)
                b AS (SELECT * FROM unnest($4::int8[], $5::int4[], $6::bytea[]) AS u(id, n, e)),
                l AS (SELECT id, incarnation, number, run, batch FROM datasync_namespace WHERE id = ANY ($4::int8[])
                  \(isNoted) ORDER BY id FOR NO KEY UPDATE),
                h AS (UPDATE datasync_namespace AS s SET number = s.number + b.n, run = $1, batch = $3,
                  time = greatest(s.time, (extract(epoch FROM clock_timestamp()) * 1000)::int8)
                  FROM f CROSS JOIN l JOIN b ON b.id = l.id WHERE s.id = l.id
                  RETURNING s.id, s.number, s.time, b.n, b.e, l.incarnation, l.number AS was, l.run AS was_run,
                    l.batch AS was_batch),
                i AS (INSERT INTO datasync_log (namespace, number, count, time, run, batch, entries)
                  SELECT id, number, n, time, $1, $3, e FROM h)
                SELECT id, incarnation, number, time, was, was_run, was_batch FROM h
                """,
                .int8(run), .int8(writer), .int8(batch), .int8Array(ids), .int4Array(counts), .byteArrays(entries),
                .int8Array(earlierRuns.map(\.run)), .int8Array(earlierRuns.map(\.id)))
        }

        static func end(_ run: Int64) -> DatabaseStatement {
            DatabaseStatement("UPDATE datasync_server SET ended = true WHERE run = $1", .int8(run))
        }
    }
#endif
