#if Migrator
    /// A piece of a text that becomes another, at UTF-8 offsets of the original.
    struct Edit: Sendable {
        let range: Range<Int>
        let text: String

        func isInside(_ part: Range<Int>) -> Bool {
            part.lowerBound <= range.lowerBound && range.upperBound <= part.upperBound
        }

        /// Applies edits to a part of a text; those at one place come in the order given.
        ///
        /// - Returns: The text; `nil` when two edits overlap.
        static func apply(_ edits: [Edit], to source: [UInt8], in part: Range<Int>) -> String? {
            var result: [UInt8] = []
            var position = part.lowerBound
            let ordered = edits.enumerated().sorted {
                ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                    < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
            }
            for (_, edit) in ordered {
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
