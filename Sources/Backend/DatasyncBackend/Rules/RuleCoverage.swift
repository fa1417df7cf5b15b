/// Counts of how often each rule was evaluated, for tests of rules.
///
/// Create it from the rules, add each explanation, and read the rules that no test has reached.
package struct RuleCoverage: Sendable {
    /// The counts of one rule.
    package struct Counts: Equatable, Sendable {
        package var isTrue = 0
        package var isFalse = 0
        package var failed = 0

        package var total: Int { isTrue + isFalse + failed }
    }

    /// The text of each rule and its counts, level by level.
    package private(set) var rules: [(place: String, expression: String, counts: Counts)] = []
    private var positions: [String: Int] = [:]

    /// Creates the counts of all rules, all zero.
    package init(_ rules: Rules) {
        rules.root?.visitLevels { level in
            for rule in level.rules {
                positions[rule.place] = self.rules.count
                self.rules.append((rule.place, rule.text, Counts()))
            }
        }
    }

    /// Counts the evaluated levels of an explanation.
    package mutating func add(_ explanation: RuleExplanation) {
        for level in explanation.levels {
            guard let position = positions[level.place] else { continue }
            switch level.outcome {
            case .value(true): rules[position].counts.isTrue += 1
            case .value(false): rules[position].counts.isFalse += 1
            case .failure: rules[position].counts.failed += 1
            case .absent, .notEvaluated: break
            }
        }
    }

    /// Returns the counts of the rule at a place, such as `rules/users/$uid/.read`.
    package subscript(place: String) -> Counts? { positions[place].map { rules[$0].counts } }

    /// The places of the rules that were never evaluated.
    package var unreached: [String] { rules.filter { $0.counts.total == 0 }.map(\.place) }
}
