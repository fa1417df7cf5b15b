import DatasyncTree

/// The methods of strings, all of which work on bytes or scalars, not on characters.
extension Evaluator {
    mutating func readString(_ instruction: Instruction) throws(EvaluationError.Problem) {
        switch instruction {
        case .contains:
            let part = try string("contains() takes strings")
            let text = try string("contains() takes strings")
            try spend(bytes: text.utf8.count + part.utf8.count)
            push(.boolean(part.isEmpty || !ByteSearch(part).positions(in: text, atMost: 1).isEmpty))
        case .beginsWith:
            let part = try string("beginsWith() takes strings")
            let text = try string("beginsWith() takes strings")
            try spend(bytes: part.utf8.count)
            push(.boolean(text.utf8.starts(with: part.utf8)))
        case .endsWith:
            let part = try string("endsWith() takes strings")
            let text = try string("endsWith() takes strings")
            try spend(bytes: part.utf8.count)
            push(.boolean(text.utf8.reversed().starts(with: part.utf8.reversed())))
        case .replace: try replace()
        case .lowercase:
            let text = try string("toLowerCase() takes strings")
            try spend(text.utf8.count)
            push(.string(LetterCase.map(text, LetterCase.lower)))
        case .uppercase:
            let text = try string("toUpperCase() takes strings")
            try spend(text.utf8.count)
            push(.string(LetterCase.map(text, LetterCase.upper)))
        default: break
        }
    }

    /// Returns the length of a string in UTF-16 code units, or the member `length` of claims.
    mutating func length(of value: RuleValue) throws(EvaluationError.Problem) -> RuleValue {
        switch value {
        case .string(let text):
            try spend(bytes: text.utf8.count)
            return .number(Double(text.utf16.count))
        case .claims(let json) where json.isObject: return try member(.string("length"), of: value)
        default: throw .unexpected(value.kinds, operation: "length is that of a string")
        }
    }

    mutating func matches(_ pattern: Pattern) throws(EvaluationError.Problem) -> Bool {
        let text = try string("matches() takes strings")
        return try counted { remaining in pattern.occurs(in: text, steps: &remaining) }
    }

    /// Replaces every occurrence; an empty text to replace occurs nowhere.
    private mutating func replace() throws(EvaluationError.Problem) {
        let replacement = try string("replace() takes strings")
        let part = try string("replace() takes strings")
        let text = try string("replace() takes strings")
        try spend(bytes: text.utf8.count + part.utf8.count)
        guard !part.isEmpty else { return push(.string(text)) }
        let positions = ByteSearch(part).positions(in: text, atMost: .max)
        // Charged before the result is built.
        try spend(positions.count)
        try spend(bytes: positions.count * replacement.utf8.count)
        var bytes: [UInt8] = []
        let source = Array(text.utf8)
        var start = 0
        for position in positions {
            bytes += source[start..<position]
            bytes += replacement.utf8
            start = position + part.utf8.count
        }
        bytes += source[start...]
        push(.string(String(decoding: bytes, as: UTF8.self)))
    }
}

/// A search for a byte sequence, in time proportional to both lengths.
private struct ByteSearch {
    private let pattern: [UInt8]
    /// For each prefix length, the length of the longest proper prefix that the prefix also ends with.
    private let borders: [Int]

    init(_ text: String) {
        pattern = Array(text.utf8)
        var borders = [0]
        var length = 0
        for index in pattern.indices.dropFirst() {
            while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
            if pattern[index] == pattern[length] { length += 1 }
            borders.append(length)
        }
        self.borders = borders
    }

    /// Returns the positions of the first non-overlapping occurrences; the pattern is not empty.
    func positions(in text: String, atMost limit: Int) -> [Int] {
        var text = text
        return text.withUTF8 { bytes in
            var positions: [Int] = []
            var length = 0
            for index in bytes.indices {
                let byte = bytes[index]
                while length > 0, byte != pattern[length] { length = borders[length - 1] }
                if byte == pattern[length] { length += 1 }
                guard length == pattern.count else { continue }
                positions.append(index - length + 1)
                if positions.count == limit { break }
                length = 0
            }
            return positions
        }
    }
}
