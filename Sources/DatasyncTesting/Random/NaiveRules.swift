import DatasyncTree

/// Rules of booleans, looked up anew for every question.
struct NaiveRules {
    /// The document; without one everything is allowed.
    var document: JSON?

    /// Whether the first permission that is true on the way down from the root allows it.
    func allow(_ kind: String, at path: Path) -> Bool {
        guard let document else { return true }
        var level = document["rules"]
        var keys = Array(path)[...]
        while let here = level {
            if here[kind]?.boolean == true { return true }
            guard let key = keys.popFirst() else { return false }
            // A level that names the key is the only one for it; a bound level takes the others.
            level = here[key.text] ?? here.members?.first { $0.name.hasPrefix("$") }?.value
        }
        return false
    }
}
