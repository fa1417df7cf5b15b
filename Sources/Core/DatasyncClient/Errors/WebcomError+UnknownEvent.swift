extension WebcomError {
    /// Returns the error for an unknown event name; it suggests the most similar known name.
    package static func unknownEvent(_ name: String, among known: [String]) -> WebcomError {
        let nearest = known.min { name.distance(to: $0) < name.distance(to: $1) } ?? ""
        return WebcomError(
            .unknownEvent,
            "The event \"\(name)\" is unknown; did you mean \"\(nearest)\"? Known are: \(known.joined(separator: ", "))."
        )
    }
}

extension String {
    /// Returns the edit distance to another string: the number of insertions, removals and replacements.
    fileprivate func distance(to other: String) -> Int {
        var row = Array(0...other.count)
        for (index, mine) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, theirs) in other.enumerated() {
                let replaced = diagonal + (mine == theirs ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = Swift.min(replaced, row[place] + 1, row[place + 1] + 1)
            }
        }
        return row[other.count]
    }
}
