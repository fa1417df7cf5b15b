package import DatasyncTree

/// The result of evaluating rules for an operation.
package struct RuleDecision: Sendable {
    /// The reason for a denial.
    package enum Denial: Sendable {
        /// No level from the root down to the path grants the right.
        case notGranted(Path)
        /// The `.validate` rule of the level at the path is not true.
        case invalid(Path)
        /// The rules need more steps than the limit; it was reached in a rule, at the path.
        case tooCostly(Path, rule: String)
    }

    package var denial: Denial?
    /// The paths of the current data that the evaluated rules have looked at.
    package var observed: [Path] = []
    /// Whether the decision depends on the user.
    package var readsUser = false
    /// The number of evaluation steps.
    package var steps = 0

    package var isAllowed: Bool {
        if case nil = denial { true } else { false }
    }
}
