#if Migrator
    /// The lines of two texts, in blocks that are equal or different.
    struct SideBySide {
        /// Consecutive lines.
        struct Block {
            /// The number of the first old line, from 1.
            let start: Int
            let old: [String]
            let new: [String]
            let isChanged: Bool
        }

        private(set) var blocks: [Block] = []

        init(_ old: String, _ new: String) {
            let (left, right) = (Self.lines(old), Self.lines(new))
            let diff = LineDiff(left.map { Array($0.utf8)[...] }, right.map { Array($0.utf8)[...] })
            var (index, other) = (0, 0)
            while index < left.count || other < right.count {
                let (start, otherStart) = (index, other)
                while index < left.count, diff.removed[index] { index += 1 }
                while other < right.count, diff.inserted[other] { other += 1 }
                let isChanged = index > start || other > otherStart
                if !isChanged {
                    while index < left.count, other < right.count, !diff.removed[index], !diff.inserted[other] {
                        index += 1
                        other += 1
                    }
                }
                blocks.append(
                    Block(
                        start: start + 1, old: Array(left[start..<index]), new: Array(right[otherStart..<other]),
                        isChanged: isChanged))
            }
        }

        /// Returns the changed block that contains an old line.
        func block(at line: Int) -> Block? {
            blocks.first { $0.isChanged && ($0.start..<$0.start + max(1, $0.old.count)).contains(line) }
        }

        private static func lines(_ text: String) -> [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                String(line.last == "\r" ? line.dropLast() : line)
            }
        }
    }
#endif
