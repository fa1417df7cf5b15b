#if Migrator
    import Testing

    @testable import DatasyncMigrator

    /// Simpler reference implementations of the code under test.
    extension UnifiedDiffTests {
        /// Returns the length of a longest common subsequence, by dynamic programming.
        static func longest(_ a: [LineDiff.Line], _ b: [LineDiff.Line]) -> Int {
            var row = Array(repeating: 0, count: b.count + 1)
            for line in a {
                var diagonal = 0
                for (index, other) in b.enumerated() {
                    let above = row[index + 1]
                    row[index + 1] = line == other ? diagonal + 1 : max(above, row[index])
                    diagonal = above
                }
            }
            return row[b.count]
        }

        /// Applies a unified diff, and checks that the removed and context lines match.
        static func apply(_ diff: String, to text: String) throws -> [UInt8] {
            guard !diff.isEmpty else { return Array(text.utf8) }
            let old = UnifiedDiff.lines(of: text).map { Array($0) }
            var lines = UnifiedDiff.lines(of: diff).dropFirst(2).map { Array($0) }[...]
            var (result, position) = ([[UInt8]](), 0)
            while let header = lines.popFirst() {
                let fields = String(decoding: header, as: UTF8.self).split(separator: " ")
                try #require(fields.count == 4 && fields[0] == "@@")
                let spans = fields[1...2].map { $0.dropFirst().split(separator: ",").compactMap { Int($0) } }
                var counts = spans.map { $0.count == 2 ? $0[1] : 1 }
                let start = counts[0] == 0 ? spans[0][0] : spans[0][0] - 1
                result += old[position..<start]
                position = start
                try #require(result.count == (counts[1] == 0 ? spans[1][0] : spans[1][0] - 1))
                while counts[0] > 0 || counts[1] > 0 || lines.first?.first == UInt8(ascii: "\\") {
                    let line = try #require(lines.first)
                    lines.removeFirst()
                    let hasEnd = lines.first?.first != UInt8(ascii: "\\")
                    let content = Array(hasEnd ? line.dropFirst() : line.dropFirst().dropLast())
                    if !hasEnd { lines.removeFirst() }
                    if line[0] != UInt8(ascii: "+") {
                        try #require(old[position] == content)
                        (position, counts[0]) = (position + 1, counts[0] - 1)
                    }
                    if line[0] != UInt8(ascii: "-") {
                        result.append(content)
                        counts[1] -= 1
                    }
                }
            }
            return Array((result + old[position...]).joined())
        }
    }
#endif
