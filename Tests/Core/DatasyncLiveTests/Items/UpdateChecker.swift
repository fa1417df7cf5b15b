import DatasyncTree
import Testing

@testable import DatasyncLive

/// A check that the members of an update agree, and its patches with the earlier update.
struct UpdateChecker {
    /// The fields in the order of their positions.
    let names: [String]
    /// The number of fields of the first level.
    let firstCount: Int
    let hasKeys: Bool
    let hasPatches: Bool

    /// Returns the update as one line, after checking each member.
    func line(_ update: ItemUpdate, after earlier: [ItemUpdate]) throws -> String {
        let positions = 1...names.count
        #expect(update.fieldsByPositions.keys.sorted() == Array(positions))
        #expect(Set(update.fields.keys) == Set(names))
        let isDeletion = hasKeys && update.value(withFieldName: "command") == "DELETE"
        var changed: [Int: String?] = [:]
        for position in positions where update.isValueChanged(withFieldPos: position) {
            // A DELETE changes the fields of the second level, and does not list them.
            if isDeletion, position > firstCount { continue }
            changed[position] = .some(update.value(withFieldPos: position))
        }
        if isDeletion {
            let unchanged = positions.filter { !update.isValueChanged(withFieldPos: $0) }
            #expect(unchanged.map { names[$0 - 1] } == ["key"])
        }
        #expect(update.changedFieldsByPositions == changed)
        var changedNames: [String: String?] = [:]
        for name in names {
            // A name refers to the first position that has it.
            let position = try #require(names.firstIndex(of: name)) + 1
            #expect(update.value(withFieldName: name) == update.value(withFieldPos: position))
            #expect(update.fields[name] == .some(update.value(withFieldPos: position)))
            #expect(update.isValueChanged(withFieldName: name) == update.isValueChanged(withFieldPos: position))
            #expect(
                update.valueAsJSONPatchIfAvailable(withFieldName: name)
                    == update.valueAsJSONPatchIfAvailable(withFieldPos: position))
            if let value = changed[position] { changedNames[name] = .some(value) }
        }
        #expect(update.changedFields == changedNames)
        let previous = earlier.last { !hasKeys || $0.value(withFieldName: "key") == update.value(withFieldName: "key") }
        let parts = try positions.map { position in
            #expect(update.fieldsByPositions[position] == .some(update.value(withFieldPos: position)))
            return try part(update, position, isListed: changed.keys.contains(position), after: previous)
        }
        return (update.isSnapshot ? "snapshot " : "") + parts.joined(separator: ", ")
    }

    private func part(
        _ update: ItemUpdate, _ position: Int, isListed: Bool, after previous: ItemUpdate?
    ) throws -> String {
        let value = update.value(withFieldPos: position)
        let star = isListed ? "*" : ""
        let text = "\(names[position - 1])\(star)=\(value ?? "nil")"
        guard let patch = update.valueAsJSONPatchIfAvailable(withFieldPos: position) else { return text }
        #expect(hasPatches)
        let old = try #require(previous?.value(withFieldPos: position))
        let patched = try JSONPatch.apply(JSONParser.parse(patch), to: JSONParser.parse(old))
        #expect(try Node(patched) == Node(JSONParser.parse(try #require(value))))
        return "\(text) by \(patch)"
    }
}
