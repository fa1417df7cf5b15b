#if Postgres
    import DatasyncLog

    /// The statements of ``LeaseState``.
    enum LeaseStatements {
        /// The time of the database in milliseconds since the Unix epoch.
        static let time = "(extract(epoch FROM clock_timestamp()) * 1000)::int8"

        /// Renews a lease; returns a row for each server that is alive, with the time, and whether the run goes on.
        static func renew(
            _ run: Int64, for duration: Int64, publicAddress: String, isDraining: Bool
        ) -> DatabaseStatement {
            DatabaseStatement(
                """
                WITH r AS (UPDATE datasync_server SET expires = clock_timestamp() + $2 * interval '1 millisecond',
                  public_address = $3, draining = $4 <> 0 WHERE run = $1 AND NOT ended RETURNING run)
                SELECT \(time), (SELECT count(*) FROM r), s.run, s.public_address, s.draining,
                  pg_total_relation_size('datasync_log'), s.peer_address, (SELECT secret FROM datasync_meta)
                FROM (SELECT 1) AS one LEFT JOIN datasync_server s ON NOT s.ended AND s.expires > clock_timestamp()
                """, .int8(run), .int8(duration), .text(publicAddress), .int4(isDraining ? 1 : 0))
        }

        /// Ends the runs whose lease is long over, and takes over those that another server has ended, and not closed since.
        ///
        /// An append that is being executed holds a lock on the row of its run, which is then left for the next time.
        static func claim(_ run: Int64, grace: Int64, takeover: Int64) -> DatabaseStatement {
            DatabaseStatement(
                """
                WITH x AS (SELECT s.run FROM datasync_server s WHERE s.run <> $1 AND (
                    NOT s.ended AND s.expires < clock_timestamp() - $2 * interval '1 millisecond'
                    OR s.ended AND s.expires < clock_timestamp() - $3 * interval '1 millisecond'
                      AND EXISTS (SELECT FROM datasync_presence p WHERE p.run = s.run))
                  ORDER BY s.run LIMIT 100 FOR UPDATE OF s SKIP LOCKED)
                UPDATE datasync_server s SET ended = true, expires = clock_timestamp() FROM x WHERE s.run = x.run RETURNING s.run
                """, .int8(run), .int8(grace), .int8(takeover))
        }

        /// Appends the end of a run to up to 500 namespaces in which it was present; returns how many there were.
        ///
        /// The presence is deleted in the same transaction, so that each namespace gets the end once, whoever repeats the statement.
        static func close(_ ended: Int64, by run: Int64, batch: Int64, entry: [UInt8]) -> DatabaseStatement {
            DatabaseStatement(
                """
                WITH c AS (SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                  THEN set_config('synchronous_commit', 'on', true) END AS v),
                f AS (SELECT s.run FROM datasync_server s, c WHERE s.run = $2 AND NOT s.ended FOR SHARE OF s),
                p AS (SELECT p.run, p.namespace FROM datasync_presence p, f WHERE p.run = $1 ORDER BY p.namespace LIMIT 500
                  FOR UPDATE OF p),
                d AS (DELETE FROM datasync_presence q USING p WHERE q.run = p.run AND q.namespace = p.namespace
                  RETURNING q.namespace),
                l AS (SELECT n.id FROM datasync_namespace n WHERE n.id IN (SELECT namespace FROM d) ORDER BY n.id
                  FOR NO KEY UPDATE),
                h AS (UPDATE datasync_namespace AS s SET number = s.number + 1, run = $2, batch = $3,
                  time = greatest(s.time, \(time)) FROM l WHERE s.id = l.id RETURNING s.id, s.number, s.time),
                i AS (INSERT INTO datasync_log (namespace, number, count, time, run, batch, entries)
                  SELECT id, number, 1, time, $2, $3, $4 FROM h)
                SELECT count(*) FROM d
                """, .int8(ended), .int8(run), .int8(batch), .bytes(entry))
        }

        /// Deletes the rows of runs that ended an hour ago and are closed everywhere.
        static let forget = DatabaseStatement(
            """
            DELETE FROM datasync_server s WHERE s.ended AND s.expires < clock_timestamp() - interval '1 hour'
              AND NOT EXISTS (SELECT FROM datasync_presence p WHERE p.run = s.run)
            """)
    }
#endif
