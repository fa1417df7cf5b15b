extension Path {
    /// The deepest place a tree may have.
    package static let maximumDepth = 32

    /// Resolves a text against this path.
    ///
    /// Segments stand between `/`. Empty and `.` segments do nothing, `..` goes one level up (nowhere at the root), any
    /// other goes down to the child of that name. A leading `/` does not make the text absolute.
    ///
    /// - Throws: ``DataError`` `invalidPath` that names the segment and what is wrong with it.
    package func resolving(_ text: String) throws(DataError) -> Path {
        var keys = Array(self)
        for segment in text.utf8.split(separator: UInt8(ascii: "/")) {
            let segment = String(Substring(segment))
            switch segment {
            case ".": break
            case "..": if !keys.isEmpty { keys.removeLast() }
            default:
                if let problem = Key.problem(in: segment) {
                    throw DataError(
                        .invalidPath, at: text,
                        "The path \(text.quoted(atMost: 120)) is ill-formed: its segment \(segment.quoted(atMost: 40)) \(problem)."
                    )
                }
                keys.append(Key(unchecked: segment))
            }
        }
        return Path(keys)
    }

    /// Reads an absolute path; the leading `/` may be left out.
    ///
    /// - Throws: As ``resolving(_:)``.
    package init(_ text: String) throws(DataError) {
        self = try Path.root.resolving(text)
    }
}
