/// A breach of a rule of the house: what it is, where, and what to do about it.
struct Violation: Hashable, CustomStringConvertible {
    /// The breach, in a few words.
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
