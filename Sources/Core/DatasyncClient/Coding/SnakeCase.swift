import Foundation

/// The conversions of Foundation's `convertToSnakeCase` and `convertFromSnakeCase`, which Foundation does not export.
enum SnakeCase {
    /// Converts `oneTwoThree` to `one_two_three`; `myURLProperty` becomes `my_url_property`.
    static func fromCamelCase(_ name: String) -> String {
        guard !name.isEmpty else { return name }
        var words: [Range<String.Index>] = []
        var wordStart = name.startIndex
        var open = name.index(after: wordStart)..<name.endIndex
        while let upper = name[open].firstIndex(where: \.isUppercase) {
            words.append(wordStart..<upper)
            guard let lower = name[upper..<open.upperBound].firstIndex(where: \.isLowercase) else {
                wordStart = upper
                break
            }
            if lower == name.index(after: upper) {
                wordStart = upper
            } else {
                // Of several capitals, the last one starts the next word; the others form a word.
                let last = name.index(before: lower)
                words.append(upper..<last)
                wordStart = last
            }
            open = name.index(after: lower)..<open.upperBound
        }
        words.append(wordStart..<open.upperBound)
        return words.map { name[$0].lowercased() }.joined(separator: "_")
    }

    /// Converts `one_two_three` to `oneTwoThree`; leading and trailing underscores remain.
    static func toCamelCase(_ name: String) -> String {
        guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" }) else {
            return name
        }
        let words = name[first...last].split(separator: "_")
        guard words.count > 1 else { return name }
        let joined = words[0].lowercased() + words[1...].map(\.capitalized).joined()
        return name[..<first] + joined + name[name.index(after: last)...]
    }
}
