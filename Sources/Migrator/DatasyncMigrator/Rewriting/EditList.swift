#if Migrator
    /// The edits of a text, indexed by offset.
    struct EditList {
        /// The edits, by the block of the text in which they begin.
        private var blocks: [Int: [Edit]] = [:]
        private var next = 0
        private var first = -1

        private static let size = 512

        /// Adds an edit after the existing edits at the same offset.
        mutating func append(_ range: Range<Int>, _ text: String) {
            add(Edit(range: range, text: text, order: next))
            next += 1
        }

        /// Adds an insertion before the existing edits at the same offset.
        mutating func prepend(_ text: String, at offset: Int) {
            add(Edit(range: offset..<offset, text: text, order: first))
            first -= 1
        }

        private mutating func add(_ edit: Edit) { blocks[edit.range.lowerBound / Self.size, default: []].append(edit) }

        /// Returns the edits inside a part of the text, in no particular order.
        func inside(_ part: Range<Int>) -> [Edit] {
            indices(of: part).flatMap { blocks[$0] ?? [] }.filter { $0.isInside(part) }
        }

        /// Removes the edits inside a part of the text that meet a condition.
        mutating func remove(inside part: Range<Int>, where isMeant: (Edit) -> Bool = { _ in true }) {
            for index in indices(of: part) {
                blocks[index]?.removeAll { $0.isInside(part) && isMeant($0) }
            }
        }

        /// All edits, in no particular order.
        var all: [Edit] { blocks.values.flatMap(\.self) }

        private func indices(of part: Range<Int>) -> ClosedRange<Int> {
            (part.lowerBound / Self.size)...(part.upperBound / Self.size)
        }
    }
#endif
