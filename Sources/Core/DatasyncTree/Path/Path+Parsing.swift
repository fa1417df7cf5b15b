extension Path {
    /// The maximum number of keys of a path.
    package static let maximumDepth = 32

    /// Checks that a value can be written at this path.
    ///
    /// - Throws: ``DatasyncError`` `invalidPath` if it has too many keys, or leads below a priority.
    func checkPlace() throws(DatasyncError) {
        let node = nodePath
        guard node.count <= Self.maximumDepth else {
            throw DatasyncError(
                .invalidPath, at: description,
                "The place \(self) lies deeper than the limit of \(Self.maximumDepth) levels; flatten the data.")
        }
        for key in node where key.isPriority { throw belowPriority }
    }

    /// The error of a write below a priority, whose path this is or contains.
    package var belowPriority: DatasyncError {
        DatasyncError(
            .invalidPath, at: description,
            "A priority has no children (\(self)); write the priority itself, or children of its node.")
    }

    /// Resolves a text against this path.
    ///
    /// `/` separates the segments. Empty and `.` segments have no effect, `..` goes one level up (no effect at the
    /// root), and any other segment goes down to the child of that name. A leading `/` does not make the text absolute.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - allowsPriority: Whether the last segment may be `.priority`: the path of a write.
    /// - Returns: The resolved path.
    /// - Throws: ``DatasyncError`` `invalidPath`, whose message names the segment and its problem.
    package func resolving(_ text: String, allowsPriority: Bool = false) throws(DatasyncError) -> Path {
        if allowsPriority, let last = text.utf8.split(separator: UInt8(ascii: "/")).last,
            last.elementsEqual(Key.priority.text.utf8)
        {
            return try resolving(String(Substring(text.utf8[..<last.startIndex]))).child(.priority)
        }
        var keys = Array(self)
        for segment in text.utf8.split(separator: UInt8(ascii: "/")) {
            let segment = String(Substring(segment))
            switch segment {
            case ".": break
            case "..": if !keys.isEmpty { keys.removeLast() }
            default:
                if let problem = Key.problem(in: segment) {
                    throw DatasyncError(
                        .invalidPath, at: text,
                        "The path \(text.quoted(atMost: 120)) is ill-formed: its segment \(segment.quoted(atMost: 40)) \(problem)."
                    )
                }
                keys.append(Key(unchecked: segment))
            }
        }
        return Path(keys)
    }

    /// Reads an absolute path; the leading `/` is optional.
    ///
    /// - Throws: As for ``resolving(_:allowsPriority:)``.
    package init(_ text: String, allowsPriority: Bool = false) throws(DatasyncError) {
        self = try Path.root.resolving(text, allowsPriority: allowsPriority)
    }
}
