package import DatasyncTree

/// The explanation of a decision: its levels in the order of their evaluation.
package struct RuleExplanation: Sendable {
    /// The result of one rule.
    package enum Outcome: Equatable, Sendable {
        /// The level has no rule of this kind.
        case absent
        case value(Bool)
        /// The evaluation failed, which counts as `false`.
        case failure(String)
        /// An earlier level had already decided.
        case notEvaluated
    }

    /// One level and its rule.
    package struct Level: Sendable {
        /// The path of the node to which the level applied.
        package let path: Path
        /// The place of the rule in the document, such as `rules/users/$uid/.read`.
        package let place: String
        /// The text of the rule, if the level has one.
        package let expression: String?
        package let outcome: Outcome
        /// Whether this level decided: the first to grant the right, or the first whose validation failed.
        package let isDeciding: Bool
    }

    package let decision: RuleDecision
    package internal(set) var levels: [Level]

    /// The deciding level; `nil` if no level grants the right, or if there are no rules.
    package var deciding: Level? { levels.last { $0.isDeciding } }
}

extension RuleExplanation: CustomStringConvertible {
    /// One line for each level; an arrow marks deciding levels.
    package var description: String {
        let lines = levels.map { level in
            let result =
                switch level.outcome {
                case .absent: "no rule"
                case .value(let flag): "\(flag)"
                case .failure(let text): "failed: \(text)"
                case .notEvaluated: "not evaluated"
                }
            let expression = level.expression.map { " \($0)" } ?? ""
            return "\(level.isDeciding ? "→" : " ") \(level.path) [\(level.place)]\(expression): \(result)"
        }
        return (lines + [decision.isAllowed ? "allowed" : "denied"]).joined(separator: "\n")
    }
}
