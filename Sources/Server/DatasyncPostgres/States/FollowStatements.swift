#if Postgres
    import DatasyncLog

    /// The statements of ``FollowState``.
    enum FollowStatements {
        /// Reads the numbers of namespaces, by identifier if it is known, as that is shorter.
        static func heads(ids: [Int64], names: [String]) -> DatabaseStatement {
            DatabaseStatement(
                """
                SELECT name, id, incarnation, number, run, batch, snapshot FROM datasync_namespace WHERE id = ANY ($1)
                UNION ALL
                SELECT name, id, incarnation, number, run, batch, snapshot FROM datasync_namespace WHERE name = ANY ($2)
                """, .int8Array(ids), .textArray(names))
        }

        /// Reads the rows of each namespace from its number on; a row at the number comes first, without entries.
        ///
        /// Rows after 4 MiB of entries have none, and are left for the next time. The last column is the namespace's place.
        static func read(_ names: [LogNamespace], from numbers: [Int64], rows: Int) -> DatabaseStatement {
            DatabaseStatement(
                """
                SELECT id, incarnation, head, head_run, head_batch, number, count, time, run, batch,
                  CASE WHEN number > after AND total - size < 4194304 THEN entries END, place
                FROM (SELECT *, sum(size) OVER (ORDER BY place, number) AS total FROM (
                  SELECT u.place, u.after, n.id, n.incarnation, n.number AS head, n.run AS head_run, n.batch AS head_batch,
                    l.number, l.count, l.time, l.run, l.batch, l.entries,
                    CASE WHEN l.number > u.after THEN octet_length(l.entries) ELSE 0 END AS size
                  FROM unnest($1::text[], $2::int8[]) WITH ORDINALITY AS u(name, after, place)
                  JOIN datasync_namespace n ON n.name = u.name
                  LEFT JOIN LATERAL (SELECT * FROM datasync_log WHERE namespace = n.id AND number >= u.after
                    ORDER BY number LIMIT $3) l ON true) r) s
                ORDER BY place, number
                """, .textArray(names.map(\.name)), .int8Array(numbers), .int4(Int32(clamping: rows)))
        }

        static func renew(_ name: LogNamespace, read: Int64, seen: Int64) -> DatabaseStatement {
            DatabaseStatement(
                """
                UPDATE datasync_namespace SET incarnation = greatest(incarnation, $3) + 1 WHERE name = $1 AND incarnation = $2
                """, .text(name.name), .int8(read), .int8(seen))
        }
    }
#endif
