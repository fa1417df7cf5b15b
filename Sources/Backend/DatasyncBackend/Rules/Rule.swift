import DatasyncTree

/// A `.read`, `.write` or `.validate` rule of a level.
final class Rule: Sendable {
    /// The compiled form of a rule.
    enum Body: Sendable {
        case constant(Bool)
        case expression(Expression)

        var mayBeTrue: Bool { if case .constant(false) = self { false } else { true } }
    }

    /// The place in the document, such as `rules/users/$uid/.read`.
    let place: String
    /// The text of the expression.
    let text: String
    let body: Body
    /// The parts of the expression that are probably mistakes.
    let warnings: [ExpressionProblem]

    init(place: String, text: String, body: Body, warnings: [ExpressionProblem] = []) {
        self.place = place
        self.text = text
        self.body = body
        self.warnings = warnings
    }

    /// Returns a problem of the expression with its place in the document.
    func problem(_ problem: ExpressionProblem) -> RulesReader.Problem {
        // No member name contains a slash.
        let names = place.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return RulesReader.Problem(names: names, expression: (text, problem.offset), text: problem.text)
    }

    /// Whether the value of the rule may change when data change.
    var readsData: Bool {
        if case .expression(let expression) = body { expression.readsData } else { false }
    }

    var isConstant: Bool {
        if case .constant = body { true } else { false }
    }
}
