import Testing

/// What is wrong with a guide, a pair or the map, and where.
struct GuideViolation: Hashable, CustomStringConvertible {
    /// The file, with the line where there is one.
    let place: String
    /// What is wrong, and what to do.
    let complaint: String

    init(_ place: String, _ complaint: String) {
        self.place = place
        self.complaint = complaint
    }

    var description: String { "\(place): \(complaint)" }
}

/// Fails once for each violation, and says what it is.
func expectNone(_ violations: [GuideViolation], at place: SourceLocation = #_sourceLocation) {
    for violation in violations { Issue.record("\(violation)", sourceLocation: place) }
}
