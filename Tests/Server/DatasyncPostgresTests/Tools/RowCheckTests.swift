#if Postgres
    import DatasyncLog
    import Testing

    @testable import DatasyncPostgres

    @Suite("The check of rows")
    struct RowCheckTests {
        private static let entry = LogEntry(run: 1, session: 1, body: [1])

        private func row(_ numbers: ClosedRange<Int64>, time: Int64 = 0, batch: Int64 = 1) -> TableRow {
            TableRow(
                number: numbers.upperBound, count: Int64(numbers.count), time: time,
                identity: BatchIdentity(run: 1, batch: batch),
                entries: EntryBatch.bytes(of: Array(repeating: Self.entry, count: numbers.count)))
        }

        /// Returns what is wrong with the rows of a namespace.
        private func problems(_ rows: [TableRow], after number: Int64 = 0, last: Int64, batch: Int64 = 1) throws
            -> [String]
        {
            let head = TableHead(
                namespace: try LogNamespace("shop"), id: 1, incarnation: 1, number: last,
                identity: BatchIdentity(run: 1, batch: batch))
            var check = RowCheck(head, after: number)
            return rows.flatMap { check.accept($0).problems } + check.finish(rows.last?.identity)
        }

        @Test(
            "[postgres 60] rows that follow each other are intact, also if the first one begins before the snapshot ends"
        )
        func intact() throws {
            #expect(try problems([], last: 0) == [])
            #expect(try problems([row(1...3), row(4...4)], last: 4) == [])
            #expect(try problems([row(1...3), row(4...9, time: 5)], after: 2, last: 9) == [])
            #expect(try problems([], after: 4, last: 4) == [])
        }

        @Test("[postgres 60] a gap, a wrong count, an earlier time and another newest row are named by their numbers")
        func damaged() throws {
            #expect(try problems([row(1...1), row(3...3)], last: 3) == ["The records from 2 to 2 are missing."])
            #expect(try problems([row(5...6)], last: 6) == ["The records from 1 to 4 are missing."])
            #expect(
                try problems([row(1...3), row(3...4)], last: 4)
                    == ["The row 4 begins with 3, which the row before it has."])
            #expect(
                try problems([row(1...1, time: 2), row(2...2, time: 1)], last: 2)
                    == ["The row 2 has an earlier time than the row before it."])
            #expect(try problems([], last: 2) == ["The records from 1 to 2 are missing."])
            #expect(
                try problems([row(1...1)], last: 2) == ["The newest row ends at 1, but the namespace is at 2."])
            #expect(
                try problems([row(1...1)], last: 1, batch: 2)
                    == ["The newest row, 1, belongs to another batch than the namespace says."])
            let empty = TableRow(number: 3, count: 0, identity: .none, entries: [1])
            #expect(try problems([empty], last: 3).first == "The row 3 has the count 0.")
        }

        @Test("[postgres 60] entries that cannot be read are named by the number of their row")
        func unreadable() throws {
            for (count, bytes) in [(1, [1, 5, 0, 0]), (2, EntryBatch.bytes(of: [Self.entry])), (1, [9])] {
                let row = TableRow(
                    number: Int64(count), count: Int64(count), identity: BatchIdentity(run: 1, batch: 1), entries: bytes
                )
                let found = try problems([row], last: Int64(count))
                #expect(found.count == 1)
                #expect(found.first?.hasPrefix("The entries of the row \(count) cannot be read.") == true)
            }
        }
    }
#endif
