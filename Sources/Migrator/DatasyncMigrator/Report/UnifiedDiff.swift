#if Migrator
    /// The difference between two texts in the format of `diff -u`, for `git apply` and `patch -p1`.
    struct UnifiedDiff {
        /// The number of unchanged lines around a change.
        static let context = 3

        /// The header and the hunks; empty for equal texts.
        let text: String

        private let old: [LineDiff.Line]
        private let new: [LineDiff.Line]

        /// Creates the difference between two texts of a file.
        ///
        /// - Parameters:
        ///   - old: The text before.
        ///   - new: The text after.
        ///   - path: The name of the file; an absolute path loses its leading slash.
        init(from old: String, to new: String, path: String) {
            self.old = Self.lines(of: old)
            self.new = Self.lines(of: new)
            let changes = Self.changes(LineDiff(self.old, self.new))
            guard !changes.isEmpty else {
                text = ""
                return
            }
            let relative = path.drop { $0 == "/" }
            var bytes = Array("--- \(Self.quoted("a/\(relative)"))\n+++ \(Self.quoted("b/\(relative)"))\n".utf8)
            for hunk in Self.hunks(changes) { Self.append(hunk, self.old, self.new, to: &bytes) }
            text = String(decoding: bytes, as: UTF8.self)
        }

        /// Returns the lines of a text, each with its line feed.
        ///
        /// A carriage return before the line feed is part of the line.
        static func lines(of text: String) -> [LineDiff.Line] {
            let bytes = Array(text.utf8)
            var lines: [LineDiff.Line] = []
            var start = 0
            for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
                lines.append(bytes[start...index])
                start = index + 1
            }
            if start < bytes.count { lines.append(bytes[start...]) }
            return lines
        }

        // MARK: Hunks

        /// A range of old lines and the range of new lines that replaces it.
        private typealias Change = (old: Range<Int>, new: Range<Int>)

        private static func changes(_ diff: LineDiff) -> [Change] {
            var changes: [Change] = []
            var (x, y) = (0, 0)
            while x < diff.removed.count || y < diff.inserted.count {
                let (startX, startY) = (x, y)
                while x < diff.removed.count, diff.removed[x] { x += 1 }
                while y < diff.inserted.count, diff.inserted[y] { y += 1 }
                if x > startX || y > startY {
                    changes.append((startX..<x, startY..<y))
                } else {
                    (x, y) = (x + 1, y + 1)
                }
            }
            return changes
        }

        /// Groups changes whose context lines touch or overlap.
        private static func hunks(_ changes: [Change]) -> [[Change]] {
            var hunks: [[Change]] = []
            for change in changes {
                if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
                    hunks[hunks.count - 1].append(change)
                } else {
                    hunks.append([change])
                }
            }
            return hunks
        }

        private static func append(
            _ hunk: [Change], _ old: [LineDiff.Line], _ new: [LineDiff.Line], to bytes: inout [UInt8]
        ) {
            guard let first = hunk.first, let last = hunk.last else { return }
            let before = min(context, first.old.lowerBound)
            let after = min(context, old.count - last.old.upperBound)
            let olds = (first.old.lowerBound - before)..<(last.old.upperBound + after)
            let news = (first.new.lowerBound - before)..<(last.new.upperBound + after)
            bytes += "@@ -\(span(olds)) +\(span(news)) @@\n".utf8
            var position = olds.lowerBound
            for change in hunk {
                append(" ", old[position..<change.old.lowerBound], to: &bytes)
                append("-", old[change.old], to: &bytes)
                append("+", new[change.new], to: &bytes)
                position = change.old.upperBound
            }
            append(" ", old[position..<olds.upperBound], to: &bytes)
        }

        private static func append(_ sign: String, _ lines: ArraySlice<LineDiff.Line>, to bytes: inout [UInt8]) {
            for line in lines {
                bytes += sign.utf8
                bytes += line
                if line.last != UInt8(ascii: "\n") { bytes += "\n\\ No newline at end of file\n".utf8 }
            }
        }

        /// Returns the first line and the number of lines; for an empty range, the preceding line and 0.
        private static func span(_ range: Range<Int>) -> String {
            switch range.count {
            case 0: "\(range.lowerBound),0"
            case 1: "\(range.lowerBound + 1)"
            default: "\(range.lowerBound + 1),\(range.count)"
            }
        }

        // MARK: Names

        /// Returns a name in the form that git reads: quoted if it has special characters, before a tab if it has spaces.
        private static func quoted(_ name: String) -> String {
            let special = name.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }
            guard special else { return name.utf8.contains(0x20) ? name + "\t" : name }
            let escaped = name.unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case "\n": "\\n"
                case "\t": "\\t"
                case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                    "\\" + String(scalar.value + 0o1000, radix: 8).suffix(3)
                default: String(scalar)
                }
            }
            return "\"\(escaped.joined())\""
        }
    }
#endif
