#if Migrator
    /// The minimal set of removed and inserted lines between two texts.
    struct LineDiff {
        /// A line with its terminator.
        typealias Line = ArraySlice<UInt8>

        /// Whether each line of the old text is removed.
        private(set) var removed: [Bool]
        /// Whether each line of the new text is inserted.
        private(set) var inserted: [Bool]

        /// Compares lines byte by byte.
        ///
        /// It first handles common beginnings and ends, and lines that only one text contains; only the rest is
        /// searched.
        init(_ old: [Line], _ new: [Line]) {
            removed = Array(repeating: false, count: old.count)
            inserted = Array(repeating: false, count: new.count)
            let shorter = min(old.count, new.count)
            let start = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
            let rest = shorter - start
            let end = (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest

            var numbers: [Line: Int] = [:]
            let oldNumbers = Self.number(old[start..<(old.count - end)], &numbers)
            let newNumbers = Self.number(new[start..<(new.count - end)], &numbers)
            let (inOld, inNew) = (Set(oldNumbers), Set(newNumbers))
            let olds = oldNumbers.indices.filter { inNew.contains(oldNumbers[$0]) }
            let news = newNumbers.indices.filter { inOld.contains(newNumbers[$0]) }

            for index in oldNumbers.indices { removed[start + index] = true }
            for index in newNumbers.indices { inserted[start + index] = true }
            let edit = ShortestEdit(olds.map { oldNumbers[$0] }, news.map { newNumbers[$0] })
            for (index, isRemoved) in zip(olds, edit.removed) { removed[start + index] = isRemoved }
            for (index, isInserted) in zip(news, edit.inserted) { inserted[start + index] = isInserted }
        }

        /// Returns a number for each line; equal lines have equal numbers.
        private static func number(_ lines: ArraySlice<Line>, _ numbers: inout [Line: Int]) -> [Int] {
            lines.map { line in
                if let number = numbers[line] { return number }
                numbers[line] = numbers.count
                return numbers.count - 1
            }
        }
    }
#endif
