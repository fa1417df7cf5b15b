import DatasyncTree

/// Boolean rules; every check evaluates them from the document.
struct NaiveRules {
    /// The rules document; `nil` permits everything.
    var document: JSON?

    /// Returns whether a level on the way from the root to the path grants the permission.
    func allow(_ kind: String, at path: Path) -> Bool {
        guard let document else { return true }
        var level = document["rules"]
        var keys = Array(path)[...]
        while let here = level {
            if here[kind]?.boolean == true { return true }
            guard let key = keys.popFirst() else { return false }
            // A literal level hides the `$` level of its siblings.
            level = here[key.text] ?? here.members?.first { $0.name.hasPrefix("$") }?.value
        }
        return false
    }
}
