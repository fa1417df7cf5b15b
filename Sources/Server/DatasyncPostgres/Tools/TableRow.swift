#if Postgres
    import DatasyncLog

    /// A row of `datasync_log`.
    struct TableRow {
        let number: Int64
        let count: Int64
        let time: Int64
        let identity: BatchIdentity
        let entries: ArraySlice<UInt8>

        /// The number of the first entry.
        var first: Int64 { number - count + 1 }

        /// Reads a row of ``TableStatements/rows(of:after:)``; `nil` if a column has another type.
        init?(_ reply: DatabaseReply, _ row: Int) {
            guard let number = reply.integer(row, 0), let count = reply.integer(row, 1),
                let time = reply.integer(row, 2), let run = reply.integer(row, 3), let batch = reply.integer(row, 4),
                let entries = reply.bytes(row, 5)
            else { return nil }
            (self.number, self.count, self.time, self.entries) = (number, count, time, entries)
            identity = BatchIdentity(run: run, batch: batch)
        }

        init(number: Int64, count: Int64, time: Int64 = 0, identity: BatchIdentity, entries: [UInt8]) {
            (self.number, self.count, self.time, self.entries) = (number, count, time, entries[...])
            self.identity = identity
        }
    }
#endif
