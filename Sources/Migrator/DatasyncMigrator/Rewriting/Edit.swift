#if Migrator
    /// A replacement of a range of the original text, in UTF-8 offsets.
    struct Edit: Sendable {
        let range: Range<Int>
        let text: String
        /// The order among edits at the same offset.
        let order: Int

        func isInside(_ part: Range<Int>) -> Bool {
            part.lowerBound <= range.lowerBound && range.upperBound <= part.upperBound
        }

        /// Applies edits to a part of a text; edits at the same offset are applied in order.
        ///
        /// - Returns: The new text; `nil` if two edits overlap.
        static func apply(_ edits: [Edit], to source: [UInt8], in part: Range<Int>) -> String? {
            var result: [UInt8] = []
            var position = part.lowerBound
            for edit in edits.sorted(by: precedes) {
                guard edit.range.lowerBound >= position else { return nil }
                result += source[position..<edit.range.lowerBound]
                result += edit.text.utf8
                position = edit.range.upperBound
            }
            result += source[position..<part.upperBound]
            return String(decoding: result, as: UTF8.self)
        }

        /// Returns whether one edit is applied before another.
        static func precedes(_ left: Edit, _ right: Edit) -> Bool {
            (left.range.lowerBound, left.range.upperBound, left.order)
                < (right.range.lowerBound, right.range.upperBound, right.order)
        }
    }
#endif
