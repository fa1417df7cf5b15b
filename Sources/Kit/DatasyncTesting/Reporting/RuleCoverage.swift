/// The numbered rules of the documentation, with the scenarios and tests that cite each rule.
///
/// ```swift
/// let coverage = RuleCoverage(pages: pages, scenarios: scenarios, tests: sources)
/// print(coverage.text)
/// ```
///
/// A scenario cites rules at the end of its name, a test in its title: `a removal is acknowledged [events 3.8]`. Rules
/// with a letter in their number are cited at the beginning of a test's title: `L14: a listener is added later`.
public struct RuleCoverage: Sendable {
    /// A rule with the names of the scenarios and tests that cite it.
    struct Row: Sendable {
        let rule: NumberedRule
        var scenarios: [String] = []
        var tests: [String] = []

        var isCovered: Bool { !scenarios.isEmpty || !tests.isEmpty }
    }

    /// The rules in the order of the pages.
    private(set) var rows: [Row]
    /// The names of the pages that have rules.
    let pages: [String]
    /// The citations of rules that no page has, each with its scenario or test.
    private(set) var unknown: [String] = []
    /// The index in ``rows`` of each rule.
    private let places: [RuleReference: Int]
    /// The sections, which may be cited as a whole.
    private let sections: Set<RuleReference>

    /// Finds the rules in pages and their citations.
    ///
    /// - Parameters:
    ///   - pages: The texts of the pages, in Markdown; pages without numbered rules are ignored.
    ///   - scenarios: The scenarios, whose names cite rules.
    ///   - tests: The texts of Swift sources, whose test titles cite rules.
    public init(pages: [String], scenarios: [Scenario], tests: [String]) {
        let pages = pages.compactMap { RulePage($0) }.sorted { $0.name < $1.name }
        self.pages = pages.map(\.name)
        rows = pages.flatMap(\.rules).map { Row(rule: $0) }
        let sections = pages.flatMap { page in page.sections.map { RuleReference(page: page.name, number: $0) } }
        places = Dictionary(
            rows.enumerated().map { ($1.rule.reference, $0) }, uniquingKeysWith: { first, _ in first })
        self.sections = Set(sections)
        for scenario in scenarios { cite(scenario.name, \.scenarios) }
        for title in tests.flatMap(Self.titles) {
            cite(title, \.tests)
            citeLettered(title)
        }
    }

    /// Adds a test whose title begins with rule numbers, such as `L14: …`; other letters are not citations.
    private mutating func citeLettered(_ title: String) {
        for number in RuleReference.letteredNumbers(in: title) {
            if let place = rows.firstIndex(where: { $0.rule.reference.number == number }) {
                rows[place].tests.append(title)
            } else if rows.contains(where: { $0.rule.reference.number.first == number.first }) {
                unknown.append("\(number) is no rule of a page: \(title)")
            }
        }
    }

    private mutating func cite(_ name: String, _ path: WritableKeyPath<Row, [String]>) {
        for reference in RuleReference.references(in: name) {
            if let place = places[reference] {
                rows[place][keyPath: path].append(RuleReference.title(of: name))
            } else if !sections.contains(reference) {
                unknown.append("[\(reference)] is no rule of a page: \(name)")
            }
        }
    }

    /// The number of rules.
    public var count: Int { rows.count }

    /// Whether every rule has a scenario or a test, and every citation names a rule.
    public var isComplete: Bool { unknown.isEmpty && rows.allSatisfy(\.isCovered) }

    /// The rules as lines, with the numbers of their scenarios and tests, then unknown citations and totals.
    public var text: String {
        var lines = rows.map { row in
            let mark = row.isCovered ? " " : "✕"
            let counts = "scenarios: \(row.scenarios.count), tests: \(row.tests.count)"
            return "\(mark) \(row.rule.reference): \(counts): \(row.rule.text.prefix(70))"
        }
        lines += unknown.map { "✕ \($0)" }
        let covered = rows.count(where: \.isCovered)
        lines.append("\(covered) of \(rows.count) rules covered, \(unknown.count) unknown citations")
        return lines.joined(separator: "\n")
    }

    /// Returns the test titles in a Swift source, on the line of `@Test(` or on the next one.
    private static func titles(in source: String) -> [String] {
        var isOpen = false
        return source.split(separator: "\n").compactMap { line in
            let text = line.drop { $0 == " " }
            defer { isOpen = text == "@Test(" }
            guard text.hasPrefix("@Test(\"") || isOpen && text.hasPrefix("\"") else { return nil }
            let title = text.drop { $0 != "\"" }.dropFirst()
            return title.lastIndex(of: "\"").map { String(title[..<$0]) }
        }
    }
}

extension RuleCoverage: CustomStringConvertible {
    /// The number of covered rules.
    public var description: String { "RuleCoverage(\(rows.count(where: \.isCovered)) of \(rows.count) rules)" }
}
