import Testing

/// Records an issue for each violation, so that a failing run lists them one by one.
///
/// - Parameters:
///   - violations: What the rule found in the project.
///   - location: The test that asks.
func expectNone(_ violations: [Violation], at location: SourceLocation = #_sourceLocation) {
    for violation in violations {
        Issue.record(Comment(rawValue: violation.description), sourceLocation: location)
    }
}

extension Violation {
    /// The place alone, for tests about what a rule finds where.
    static func places(_ violations: [Violation]) -> [String] { violations.map(\.place) }
}
