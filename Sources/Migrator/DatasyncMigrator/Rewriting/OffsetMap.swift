#if Migrator
    /// The mapping between offsets of a text before and after edits.
    struct OffsetMap: Equatable, Sendable {
        private struct Span: Equatable {
            let old: Range<Int>
            let new: Range<Int>
        }

        /// The edited ranges before and after, in order.
        private var spans: [Span] = []

        /// Creates the mapping for edits that do not overlap.
        init(_ edits: [Edit]) {
            var shift = 0
            for edit in edits.sorted(by: Edit.precedes) {
                let from = edit.range.lowerBound + shift
                let to = from + edit.text.utf8.count
                spans.append(Span(old: edit.range, new: from..<to))
                shift += edit.text.utf8.count - edit.range.count
            }
        }

        /// Returns the offset after the edits; inside an edited range, the end of that range.
        func new(_ offset: Int) -> Int {
            var shift = 0
            for span in spans {
                if offset < span.old.lowerBound { break }
                if offset < span.old.upperBound { return span.new.lowerBound }
                shift = span.new.upperBound - span.old.upperBound
            }
            return offset + shift
        }

        /// Returns the offset before the edits; inside inserted text, the position of the insertion, with `true`.
        func old(_ offset: Int) -> (offset: Int, isInserted: Bool) {
            var shift = 0
            for span in spans {
                if offset < span.new.lowerBound { break }
                if offset < span.new.upperBound { return (span.old.lowerBound, true) }
                shift = span.new.upperBound - span.old.upperBound
            }
            return (offset - shift, false)
        }
    }
#endif
