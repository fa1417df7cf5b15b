#if Postgres
    import DatasyncLog

    /// The rows that a follower reads, compared with what it has received.
    enum ReadRows {
        /// A row, with the entries that the follower lacks.
        struct Row {
            let time: LogTime
            let entries: [(number: Int64, entry: LogEntry)]
        }

        /// The rows that follow what was received, and the identity of the last one.
        case rows([Row], identity: BatchIdentity?)
        /// The rows that follow are no longer kept.
        case truncated
        /// What was received is not in the log.
        case lost
        case damaged(LogError)

        /// The column with the place of the follower that a row is for.
        static let placeColumn = 11

        /// Reads the rows of ``FollowStatements/read(_:from:rows:)`` for one follower.
        ///
        /// - Parameters:
        ///   - reply: The rows.
        ///   - range: Those of the follower.
        ///   - head: The number and the identity of the newest row.
        ///   - last: The number that was received last, and the identity of its batch if that is known.
        init(
            _ reply: DatabaseReply, _ range: Range<Int>, head: (number: Int64, identity: BatchIdentity),
            after last: (number: Int64, identity: BatchIdentity?)
        ) {
            if head.number < last.number {
                self = .lost
                return
            }
            if head.number == last.number, let identity = last.identity, identity != head.identity {
                self = .lost
                return
            }
            var (rows, number, identity): ([Row], _, _) = ([], last.number, last.identity)
            var isCut = false
            for index in range {
                guard let end = reply.integer(index, 5) else { break }
                guard let count = reply.integer(index, 6), let time = reply.integer(index, 7),
                    let run = reply.integer(index, 8), let batch = reply.integer(index, 9), count > 0, count <= end
                else {
                    self = .damaged(Self.damage)
                    return
                }
                let rowIdentity = BatchIdentity(run: run, batch: batch)
                if index == range.lowerBound, let problem = Self.problem(end, count, rowIdentity, after: last) {
                    self = problem
                    return
                }
                guard end <= number || reply.bytes(index, 10) != nil else {
                    isCut = true
                    break
                }
                identity = rowIdentity
                if end == number { continue }
                guard end - count <= number, end > number else {
                    self = .damaged(Self.damage)
                    return
                }
                do throws(LogError) {
                    let entries = try EntryBatch.entries(in: reply.bytes(index, 10) ?? [], count: Int(count))
                    let first = end - count + 1
                    let lacking = entries.dropFirst(Int(number - first + 1))
                    rows.append(
                        Row(
                            time: LogTime(time),
                            entries: lacking.indices.map { (first + Int64($0), entries[$0]) }))
                } catch {
                    self = .damaged(error)
                    return
                }
                number = end
            }
            if number == last.number, head.number > last.number, !isCut {
                self = .truncated
                return
            }
            if number == head.number { identity = head.identity }
            self = .rows(rows, identity: identity)
        }

        /// Returns what is wrong with the first row, at or after the number that was received last.
        private static func problem(
            _ end: Int64, _ count: Int64, _ identity: BatchIdentity,
            after last: (number: Int64, identity: BatchIdentity?)
        ) -> ReadRows? {
            let first = end - count + 1
            if end == last.number { return last.identity ?? identity == identity ? nil : .lost }
            guard last.identity != nil, last.number > 0 else { return first > last.number + 1 ? .truncated : nil }
            return first <= last.number ? .lost : .truncated
        }

        private static let damage = LogError(
            .damaged, "The rows do not follow each other. Restore the database from a backup.")
    }
#endif
