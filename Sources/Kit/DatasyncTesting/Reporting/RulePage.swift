/// The numbered rules of a page.
///
/// A page has rules if it has a table with a column `rule`. Its rules are the rows of these tables; one row may have
/// several numbers. In sections with a numbered heading, the items of numbered lists and the paragraphs that begin with
/// a number are rules too.
struct RulePage {
    /// The title in lower case, the form in which citations name the page.
    let name: String
    private(set) var rules: [NumberedRule] = []
    /// The numbers of the sections, which may be cited as a whole.
    private(set) var sections: Set<String> = []

    /// Reads a page; `nil` for a page without rules.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let title = lines.first(where: { $0.hasPrefix("# ") }),
            lines.contains(where: { $0.hasPrefix("| rule |") })
        else { return nil }
        name = title.dropFirst(2).lowercased()
        var section: Substring?
        for line in lines {
            if line.hasPrefix("## ") {
                section = Self.number(at: line.dropFirst(3))
                if let section { sections.insert(String(section)) }
            } else if line.hasPrefix("| ") {
                let cells = Self.cells(of: line)
                guard let first = cells.first else { continue }
                let text = cells.dropFirst().filter { !$0.isEmpty }.joined(separator: " · ")
                for number in Self.numbers(inCell: first) { add(number, text) }
            } else if let number = Self.number(at: line) {
                let text = String(line.dropFirst(number.count).drop { $0 == "." || $0 == " " })
                if number.contains(".") {
                    add(String(number), text)
                } else if let section {
                    add("\(section).\(number)", text)
                }
            }
        }
    }

    private mutating func add(_ number: String, _ text: String) {
        rules.append(
            NumberedRule(reference: RuleReference(page: name, number: number), text: text.filter { $0 != "`" }))
    }

    /// Returns the cells of a table row; `\|` is part of a cell.
    private static func cells(of line: Substring) -> [String] {
        let marked = line.replacing("\\|", with: "\u{1}")
        return marked.split(separator: "|").map { cell in
            cell.replacing("\u{1}", with: "|").split(separator: " ").joined(separator: " ")
        }
    }

    /// Returns the numbers in the first cell of a row: `3.4`, or with a letter `L1`, `L2, L3`, `L4–L6`.
    private static func numbers(inCell cell: String) -> [String] {
        if number(at: cell + " ") == cell[...] { return [cell] }
        let parts = cell.split(separator: ",").map { part in
            part.split(separator: "–").map { $0.filter { $0 != " " } }
        }
        guard parts.joined().allSatisfy(RuleReference.isLettered) else { return [] }
        return parts.flatMap { ends -> [String] in
            let numbers = ends.compactMap { Int($0.dropFirst()) }
            guard let letter = ends.first?.prefix(1), let first = numbers.first, let last = numbers.last, first <= last
            else { return [] }
            return (first...last).map { "\(letter)\($0)" }
        }
    }

    /// Returns the number at the start of a text: `3` or `3.4`, followed by a space, or by a period and a space.
    private static func number(at text: some StringProtocol) -> Substring? {
        let text = Substring(text)
        let word = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let number = word.last == "." ? word.dropLast() : word
        guard text.dropFirst(word.count).first == " ", let first = number.first, first != "." else { return nil }
        return number
    }
}
