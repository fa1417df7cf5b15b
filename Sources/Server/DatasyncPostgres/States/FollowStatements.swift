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

        /// Reads up to 1,000 rows or 4 MiB from a number on; the row that ends at the number without its entries.
        static func read(_ name: Namespace, from number: Int64) -> DatabaseStatement {
            DatabaseStatement(
                """
                SELECT n.id, n.incarnation, n.number, n.run, n.batch, l.number, l.count, l.time, l.run, l.batch,
                  CASE WHEN l.number > $2 THEN l.entries END
                FROM datasync_namespace n LEFT JOIN LATERAL (
                  SELECT * FROM (
                    SELECT *, sum(size) OVER (ORDER BY number) - size AS before FROM (
                      SELECT *, CASE WHEN number > $2 THEN octet_length(entries) ELSE 0 END AS size FROM datasync_log
                      WHERE namespace = n.id AND number >= $2 ORDER BY number LIMIT 1000) r) s
                  WHERE before < 4194304) l ON true
                WHERE n.name = $1 ORDER BY l.number
                """, .text(name.name), .int8(number))
        }

        static func renew(_ name: Namespace, read: Int64, seen: Int64) -> DatabaseStatement {
            DatabaseStatement(
                """
                UPDATE datasync_namespace SET incarnation = greatest(incarnation, $3) + 1 WHERE name = $1 AND incarnation = $2
                """, .text(name.name), .int8(read), .int8(seen))
        }
    }
#endif
