/// A violation of a rule: the problem, its place, and a remedy.
struct Violation: Hashable, CustomStringConvertible {
    /// The problem, in a few words.
    var what: String
    /// The file with its line, or the target.
    var place: String
    var remedy: String

    init(_ what: String, at place: String, remedy: String) {
        self.what = what
        self.place = place
        self.remedy = remedy
    }

    var description: String { "\(place): \(what). \(remedy)" }
}
