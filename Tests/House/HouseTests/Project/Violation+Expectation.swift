import Testing

/// Records an issue for each violation, so that a failing run lists them one by one.
///
/// - Parameters:
///   - violations: The violations of the rule in the project.
///   - location: The location of the calling test.
func expectNone(_ violations: [Violation], at location: SourceLocation = #_sourceLocation) {
    for violation in violations {
        Issue.record(Comment(rawValue: violation.description), sourceLocation: location)
    }
}

extension Violation {
    /// Returns only the places, for tests of the positions that a rule finds.
    static func places(_ violations: [Violation]) -> [String] { violations.map(\.place) }
}
