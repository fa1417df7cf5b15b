#if Postgres
    package import DatasyncLog

    /// A namespace in the tables of a log, as numbers.
    package struct TableHead: Sendable {
        package let namespace: LogNamespace
        package let incarnation: UInt64
        /// The number of the last record.
        package var last: UInt64 { UInt64(clamping: number) }
        /// The number of the first record that is kept; `last + 1` if there is none.
        package let first: UInt64
        /// The time of the last record.
        package let time: LogTime
        /// The number of the last record in the snapshot, and its size in bytes.
        package let snapshot: (number: UInt64, byteCount: UInt64)?

        let id: Int64
        let number: Int64
        let identity: BatchIdentity

        /// Reads a row of ``TableStatements/heads``; `nil` if a column has another type, or the name is not valid.
        init?(_ reply: DatabaseReply, _ row: Int) {
            guard let name = reply.text(row, 0), let namespace = try? LogNamespace(name),
                let id = reply.integer(row, 1),
                let incarnation = reply.integer(row, 2), let number = reply.integer(row, 3),
                let time = reply.integer(row, 4), let run = reply.integer(row, 5), let batch = reply.integer(row, 6),
                let snapshot = reply.integer(row, 7)
            else { return nil }
            self.namespace = namespace
            self.incarnation = UInt64(clamping: incarnation)
            (self.id, self.number, identity) = (id, number, BatchIdentity(run: run, batch: batch))
            self.time = LogTime(time)
            first = UInt64(clamping: reply.integer(row, 9) ?? number + 1)
            self.snapshot =
                snapshot > 0 ? (UInt64(clamping: snapshot), UInt64(clamping: reply.integer(row, 10) ?? 0)) : nil
        }

        init(namespace: LogNamespace, id: Int64, incarnation: UInt64, number: Int64, identity: BatchIdentity) {
            (self.namespace, self.id, self.incarnation, self.number) = (namespace, id, incarnation, number)
            self.identity = identity
            (first, time, snapshot) = (1, LogTime(0), nil)
        }
    }
#endif
