/// The invariants of a tape, which debug builds check for each text: a ``JSONCursor`` relies on them.
///
/// 1. The tape has one value, which ends with the last word.
/// 2. The count of an array is the number of values that follow it; the count of an object is the number of names, each with
///    a value. The offset is the index after the last of them.
/// 3. A word with bits follows the word of a number.
/// 4. A name is a string. The bytes of a string lie in the text or in `decoded`, as its kind says, and are well-formed UTF-8.
///
/// An index of a ``JSON`` into a tape is the index of a value's first word.
extension JSONTape {
    /// The first violated invariant; `nil` if all hold.
    var violatedInvariant: String? {
        /// The open arrays and objects: where each must end, and how many of its values are left.
        var open: [(end: Int, left: Int, isObject: Bool)] = []
        var index = 0
        repeat {
            if open.last?.isObject == true {
                guard index < words.count else { return "The tape ends before a name." }
                if let problem = violation(ofString: word(index)) { return "The name at \(index) \(problem)." }
                index += 1
            }
            guard index < words.count else { return "The tape ends before a value." }
            let value = word(index)
            switch value.kind {
            case .null, .no, .yes: index += 1
            case .number: index += 2
            case .plainString, .escapedString:
                if let problem = violation(ofString: value) { return "The string at \(index) \(problem)." }
                index += 1
            case .array, .object:
                open.append((value.offset, value.count, value.kind == .object))
                index += 1
            }
            while let last = open.last {
                if last.left > 0 {
                    // The next value belongs to it.
                    open[open.count - 1].left -= 1
                    break
                }
                guard last.end == index else { return "An array or object ends at \(index) instead of \(last.end)." }
                open.removeLast()
            }
        } while !open.isEmpty
        return index == words.count ? nil : "The value ends at \(index) of \(words.count) words."
    }

    private func violation(ofString word: Word) -> String? {
        guard word.kind == .plainString || word.kind == .escapedString else { return "is no string" }
        let bytes = word.kind == .plainString ? bytes : decoded
        guard word.offset + word.count <= bytes.count else { return "lies outside of its bytes" }
        let isWellFormed = bytes[word.offset..<word.offset + word.count].withUnsafeBufferPointer(UTF8.isWellFormed)
        return isWellFormed ? nil : "is not well-formed"
    }
}
