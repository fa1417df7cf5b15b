import Testing

/// A problem of a guide, a pair or the map, and its place.
struct GuideViolation: Hashable, CustomStringConvertible {
    /// The file, with the line if there is one.
    let place: String
    /// The problem and its remedy.
    let complaint: String

    init(_ place: String, _ complaint: String) {
        self.place = place
        self.complaint = complaint
    }

    var description: String { "\(place): \(complaint)" }
}

/// Records a failure with the description of each violation.
func expectNone(_ violations: [GuideViolation], at place: SourceLocation = #_sourceLocation) {
    for violation in violations { Issue.record("\(violation)", sourceLocation: place) }
}
