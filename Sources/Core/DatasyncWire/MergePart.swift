package import DatasyncTree

/// A path relative to the node of a merge, and the value to write there.
package struct MergePart: Sendable {
    package let path: Path
    package let value: WriteValue

    package init(path: Path, value: WriteValue) {
        self.path = path
        self.value = value
    }

    /// Reads the value of a merge: an object whose names are keys or relative paths.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - path: The path of the merge.
    ///   - readsPriorities: Whether names and values may set priorities.
    /// - Returns: The parts in plain text order of their paths.
    /// - Throws: ``DatasyncError`` `notAnObject` if the value is not an object; `invalidPath` for a name that leads out of
    ///   the node or names the node itself; `invalidValue` if one path lies at or below another or too deep; the errors
    ///   of ``WriteValue`` and ``Path``.
    package static func parts(
        _ json: JSON, at path: Path, readsPriorities: Bool = false
    ) throws(DatasyncError) -> [MergePart] {
        guard let members = json.members else {
            throw DatasyncError(
                .notAnObject, at: path.description,
                "The value merged at \(path) is \(json.kind); a merge takes an object of children. Use set to replace the value."
            )
        }
        return try parts(members.map { ($0.name, $0.value) }, at: path, writesPriorities: readsPriorities) {
            json, place throws(DatasyncError) in
            try WriteValue(json, at: place, readsPriorities: readsPriorities)
        }
    }

    /// Creates the parts of a merge from members whose names are keys or relative paths.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - path: The path of the merge.
    ///   - writesPriorities: Whether a name may be the path of a priority.
    ///   - writeValue: Returns the value to write for a member at its path.
    /// - Returns: The parts in plain text order of their paths.
    /// - Throws: ``DatasyncError``, as for JSON.
    package static func parts<Value>(
        _ members: [(name: String, value: Value)], at path: Path, writesPriorities: Bool = false,
        writeValue: (Value, Path) throws(DatasyncError) -> WriteValue
    ) throws(DatasyncError) -> [MergePart] {
        guard path.last?.isPriority != true else { throw path.belowPriority }
        var parts: [MergePart] = []
        for member in members {
            guard !member.name.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) })
            else {
                throw DatasyncError(
                    .invalidPath, at: path.description,
                    "The merge at \(path) has a name with \"..\" (\(member.name.quoted(atMost: 40))), which leads out of the node; "
                        + "merge at the node above instead.")
            }
            let relative = try Path.root.resolving(member.name, allowsPriority: writesPriorities)
            guard !relative.isRoot else {
                throw DatasyncError(
                    .invalidPath, at: path.description,
                    "The merge at \(path) names the node itself (\(member.name.quoted(atMost: 40))); name its children."
                )
            }
            let place = path.appending(relative)
            guard place.count <= Path.maximumDepth else {
                throw DatasyncError(
                    .invalidValue, at: place.description,
                    "The place \(place) lies deeper than the limit of \(Path.maximumDepth) levels; flatten the data.")
            }
            parts.append(MergePart(path: relative, value: try writeValue(member.value, place)))
        }
        let sorted = parts.sorted { $0.path.isTextuallyBefore($1.path) }
        for (above, below) in zip(sorted, sorted.dropFirst()) where below.path.isAtOrBelow(above.path) {
            throw DatasyncError(
                .invalidValue, at: path.description,
                "The merge at \(path) writes \(above.path.relativeText) and, inside it, \(below.path.relativeText); "
                    + "leave one out or put it into the other.")
        }
        return sorted
    }
}
