#if Postgres
    import DatasyncLog

    /// The check of a namespace's rows, in the order of their numbers.
    struct RowCheck {
        private let head: TableHead
        /// The number of the last entry so far, and its time; before the first row, the number after which rows should begin.
        private var last: (number: Int64, time: Int64)
        private var hasRows = false
        /// Whether the first row may begin before the number, so that its first entries are not needed.
        private var mayOverlap = true

        /// Creates a check.
        ///
        /// - Parameters:
        ///   - head: The row of the namespace.
        ///   - number: The number after which all rows should be there.
        init(_ head: TableHead, after number: Int64) {
            self.head = head
            last = (number, 0)
        }

        /// Checks the next row, and reads its entries.
        ///
        /// - Parameter row: The row.
        /// - Returns: The entries, each with its number, and what is wrong with the row; without entries if they cannot be read.
        mutating func accept(_ row: TableRow) -> (entries: [(number: Int64, entry: LogEntry)], problems: [String]) {
            defer {
                last = (row.number, row.time)
                (hasRows, mayOverlap) = (true, false)
            }
            var problems: [String] = []
            if row.count < 1 || row.first < 1 {
                return ([], ["The row \(row.number) has the count \(row.count)."])
            }
            if row.first > last.number + 1 {
                problems.append("The records from \(last.number + 1) to \(row.first - 1) are missing.")
            } else if row.first <= last.number, !mayOverlap {
                problems.append("The row \(row.number) begins with \(row.first), which the row before it has.")
            }
            if hasRows, row.time < last.time {
                problems.append("The row \(row.number) has an earlier time than the row before it.")
            }
            do throws(LogError) {
                let entries = try EntryBatch.entries(in: row.entries, count: Int(row.count))
                return (
                    entries.enumerated().map { (number: row.first + Int64($0.offset), entry: $0.element) }, problems
                )
            } catch {
                return ([], problems + ["The entries of the row \(row.number) cannot be read. \(error.message)"])
            }
        }

        /// Returns what is wrong after the last row.
        ///
        /// - Parameter identity: The identity of the last row; `nil` without any.
        /// - Returns: The problems.
        func finish(_ identity: BatchIdentity?) -> [String] {
            guard hasRows else {
                return last.number < head.number
                    ? ["The records from \(last.number + 1) to \(head.number) are missing."] : []
            }
            if last.number != head.number {
                return ["The newest row ends at \(last.number), but the namespace is at \(head.number)."]
            }
            return identity == head.identity
                ? [] : ["The newest row, \(last.number), belongs to another batch than the namespace says."]
        }
    }
#endif
