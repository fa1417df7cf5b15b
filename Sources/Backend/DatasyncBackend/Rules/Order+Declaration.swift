import DatasyncTree

extension Order {
    /// Reads an entry of `.indexOn`: `.value`, `.key`, `.priority` or the relative path of a child.
    ///
    /// - Throws: ``DatasyncError``, whose message is the end of a sentence about the entry.
    init(declared text: String) throws(DatasyncError) {
        switch text {
        case ".key": self = .key
        case ".value": self = .value
        case ".priority": self = .priority
        default:
            var keys: [Key] = []
            for segment in text.utf8.split(separator: UInt8(ascii: "/")) {
                let segment = String(Substring(segment))
                if let problem = Key.problem(in: segment) { throw DatasyncError(.invalidValue, problem) }
                keys.append(Key(unchecked: segment))
            }
            if keys.isEmpty { throw DatasyncError(.invalidValue, "is empty; name a child or .value") }
            self = .child(Path(keys))
        }
    }
}
