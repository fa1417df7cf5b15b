/// A citation of a numbered rule, such as `[events 3.4]`.
struct RuleReference: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The page of the rule in lower case, the form that citations use.
    let page: String
    /// The number of the rule: `3.4`, or `8` on a page without sections.
    let number: String

    var description: String { "\(page) \(number)" }

    static func < (left: RuleReference, right: RuleReference) -> Bool {
        left.page == right.page ? left.numbers.lexicographicallyPrecedes(right.numbers) : left.page < right.page
    }

    private var numbers: [Int] { number.split(separator: ".").compactMap { Int($0) } }

    /// Returns the citations in a text: `[events 3.4]`, `[orders 3.1, 3.6]`, `[events 3.4; caches 2]`.
    ///
    /// `[events 3 note]` cites the text of a section as a whole, like `[events 3]`.
    static func references(in text: String) -> [RuleReference] {
        brackets(in: text).flatMap { bracket -> [RuleReference] in
            bracket.split(separator: ";").flatMap { part -> [RuleReference] in
                var words = part.split { $0 == " " || $0 == "," }.map(String.init)
                if words.last == "note" { words.removeLast() }
                guard let page = words.first, words.count > 1 else { return [] }
                let numbers = words.dropFirst()
                guard isPage(page), numbers.allSatisfy(isNumber) else { return [] }
                return numbers.map { RuleReference(page: page, number: $0) }
            }
        }
    }

    /// Returns the numbers with a letter at the beginning of a test title: `L2 and L3: both events are delivered`.
    static func letteredNumbers(in title: String) -> [String] {
        guard let end = title.firstIndex(of: ":") else { return [] }
        let words = title[..<end].split(separator: " ").map(String.init)
        return words.first.map(isLettered) == true ? words.filter(isLettered) : []
    }

    /// Returns whether a word is a capital letter followed by a number.
    static func isLettered(_ word: String) -> Bool {
        let digits = word.utf8.dropFirst()
        return word.utf8.first.map { (0x41...0x5A).contains($0) } == true && !digits.isEmpty
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns a name without the citations at its beginning or end.
    static func title(of name: String) -> String {
        if name.hasPrefix("["), let end = name.firstIndex(of: "]"), !references(in: String(name[...end])).isEmpty {
            return String(name[end...].dropFirst().drop { $0 == " " })
        }
        guard name.hasSuffix("]"), let start = name.lastIndex(of: "[") else { return name }
        guard !references(in: String(name[start...])).isEmpty else { return name }
        return String(name[..<start].reversed().drop { $0 == " " }.reversed())
    }

    private static func brackets(in text: String) -> [Substring] {
        text.split(separator: "[", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "]").map { part[..<$0] }
        }
    }

    private static func isPage(_ word: String) -> Bool { word.utf8.allSatisfy { (0x61...0x7A).contains($0) } }

    private static func isNumber(_ word: String) -> Bool {
        word.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }
}
