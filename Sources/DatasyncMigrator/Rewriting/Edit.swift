#if Migrator
    /// A piece of a text that becomes another, at UTF-8 offsets of the original.
    struct Edit: Sendable {
        let range: Range<Int>
        let text: String
        /// Among those at one place.
        let order: Int

        func isInside(_ part: Range<Int>) -> Bool {
            part.lowerBound <= range.lowerBound && range.upperBound <= part.upperBound
        }

        /// Applies edits to a part of a text; those at one place come in their order.
        ///
        /// - Returns: The text; `nil` when two edits overlap.
        static func apply(_ edits: [Edit], to source: [UInt8], in part: Range<Int>) -> String? {
            var result: [UInt8] = []
            var position = part.lowerBound
            let ordered = edits.sorted {
                ($0.range.lowerBound, $0.range.upperBound, $0.order) < (
                    $1.range.lowerBound, $1.range.upperBound, $1.order
                )
            }
            for edit in ordered {
                guard edit.range.lowerBound >= position else { return nil }
                result += source[position..<edit.range.lowerBound]
                result += edit.text.utf8
                position = edit.range.upperBound
            }
            result += source[position..<part.upperBound]
            return String(decoding: result, as: UTF8.self)
        }
    }
#endif
