import DatasyncTree
import Testing

@testable import DatasyncLive

@Suite("One item update", .timeLimit(.minutes(30)))
struct ItemUpdateTests {
    /// Returns the last update after some values of a record.
    private func update(
        _ values: String..., fields: [String] = ["a", "b"], item: String? = "item", position: Int = 1
    ) throws -> ItemUpdate {
        var player = try ItemPlayer(mode: .merge, fields: fields, item: item, position: position)
        for value in values { try player.play(.now(value)) }
        return try #require(player.updates.last)
    }

    @Test("an update has the name and position of its item", arguments: [1, 2, 17])
    func item(position: Int) throws {
        let update = try update(#"{"a": 1}"#, item: "stocks/a", position: position)
        #expect(update.itemName == "stocks/a")
        #expect(update.itemPos == position)
    }

    @Test("an item of a group has a position and no name")
    func group() throws {
        let update = try update(#"{"a": 1}"#, item: nil, position: 3)
        #expect(update.itemName == nil)
        #expect(update.itemPos == 3)
        #expect(update.fields == ["a": "1", "b": nil])
    }

    @Test("a list of items has names by position, and a group has none")
    func selection() {
        let list: ItemSelection = ["x", "y"]
        let group = ItemSelection.group(["x", "y"])
        #expect(list == .list(["x", "y"]) && list.paths == group.paths && list != group)
        #expect(list.name(at: 1) == "y")
        #expect(group.name(at: 1) == nil)
    }

    @Test("fields and positions include those without a value")
    func maps() throws {
        let update = try update(#"{"a": 1, "b": 2}"#, #"{"b": 2}"#)
        #expect(update.fields == ["a": nil, "b": "2"])
        #expect(update.fieldsByPositions == [1: nil, 2: "2"])
        #expect(update.changedFields == ["a": nil])
        #expect(update.changedFieldsByPositions == [1: nil])
        #expect(update.changedFields.keys.contains("a") && !update.changedFields.keys.contains("b"))
    }

    @Test("a name that is no field has no value, is not changed, and is reported each time", arguments: ["z", "", "A"])
    func unknownName(name: String) throws {
        var player = try ItemPlayer(mode: .merge, fields: ["a", "b"])
        try player.play(.now(#"{"a": {"x": 1}, "z": 1}"#))
        try player.play(.now(#"{"a": {"x": 2}, "z": 2}"#))
        let update = try #require(player.updates.last)
        #expect(update.value(withFieldName: name) == nil)
        #expect(!update.isValueChanged(withFieldName: name))
        #expect(update.valueAsJSONPatchIfAvailable(withFieldName: name) == nil)
        #expect(player.reports.count == 3)
        #expect(player.reports.allSatisfy { $0.contains("\"\(name)\"") && $0.contains("a, b") })
    }

    @Test("an invalid position has no value, is not changed, and is reported", arguments: [0, -1, 3, .max, .min])
    func unknownPosition(position: Int) throws {
        var player = try ItemPlayer(mode: .merge, fields: ["a", "b"])
        try player.play(.now(#"{"a": {"x": 1}}"#))
        try player.play(.now(#"{"a": {"x": 2}}"#))
        let update = try #require(player.updates.last)
        #expect(update.value(withFieldPos: position) == nil)
        #expect(!update.isValueChanged(withFieldPos: position))
        #expect(update.valueAsJSONPatchIfAvailable(withFieldPos: position) == nil)
        #expect(player.reports.count == 3)
        #expect(player.reports.allSatisfy { $0.contains("\(position)") })
    }

    @Test("positions of a row include the fields of the second level")
    func positionsOfTwoLevels() throws {
        var player = try ItemPlayer(mode: .command, fields: ["a"], second: ["a", "x"])
        try player.play(.now(#"{"k": {"a": 1}}"#))
        try player.play(.second("k", #"{"a": 2, "x": 3}"#))
        let update = try #require(player.updates.last)
        #expect(update.fieldsByPositions == [1: "k", 2: "UPDATE", 3: "1", 4: "2", 5: "3"])
        #expect(update.fields == ["key": "k", "command": "UPDATE", "a": "1", "x": "3"])
        #expect(update.changedFieldsByPositions == [2: "UPDATE", 4: "2", 5: "3"])
        #expect(update.changedFields == ["command": "UPDATE", "x": "3"])
        #expect(update.value(withFieldPos: 6) == nil)
        #expect(player.reports.count == 1)
    }

    @Test("a DELETE has changed each field but the key, and lists those of the first level [item updates 2]")
    func deletionOfTwoLevels() throws {
        var player = try ItemPlayer(mode: .command, fields: ["a"], second: ["a", "x"])
        for step in [ItemStep.now(#"{"k": {"a": 1}}"#), .second("k", #"{"a": 2, "x": 3}"#), .now("null")] {
            try player.play(step)
        }
        let update = try #require(player.updates.last)
        #expect((1...5).map { update.isValueChanged(withFieldPos: $0) } == [false, true, true, true, true])
        #expect(update.isValueChanged(withFieldName: "x"))
        #expect(update.changedFieldsByPositions == [2: "DELETE", 3: nil])
        #expect(update.changedFields == ["command": "DELETE", "a": nil])
        #expect(update.description == "item: key=k, command*=DELETE, a*=nil, a=nil, x=nil")
    }

    @Test("updates do not change after later updates", arguments: [ItemMode.merge, .raw, .distinct, .command])
    func keptAside(mode: ItemMode) throws {
        var player = try ItemPlayer(mode: mode, fields: ["a", "b"])
        let states = (1...20).map { round in
            switch mode {
            case .merge, .raw: #"{"a": {"x": \#(round), "y": 1}, "b": \#(round % 3)}"#
            case .distinct: #"{"\#(round)": {"a": {"x": \#(round)}, "b": 1}}"#
            case .command: round % 4 == 0 ? "null" : #"{"k": {"a": {"x": \#(round)}, "b": 1}}"#
            }
        }
        var kept: [(update: ItemUpdate, members: [String])] = []
        for state in states {
            try player.play(.now(state))
            for update in player.updates[kept.count...] { kept.append((update, members(of: update))) }
        }
        #expect(kept.count >= 15)
        for (update, before) in kept { #expect(members(of: update) == before) }
    }

    @Test("a second level is available only in command mode", arguments: [ItemMode.merge, .distinct, .raw])
    func secondLevelElsewhere(mode: ItemMode) throws {
        let schema = try ItemSchema(mode: mode, fields: ["a"], secondLevel: ["x"])
        #expect(schema.names == ["a"])
        #expect(!schema.hasSecondLevel)
    }

    @Test("each of two items is compared with itself")
    func twoItems() throws {
        var first = try ItemPlayer(mode: .command, fields: ["a"], item: "one", position: 1)
        var second = try ItemPlayer(mode: .command, fields: ["a"], item: "two", position: 2)
        try first.play(.now(#"{"k": {"a": 1}}"#))
        try second.play(.now(#"{"k": {"a": 1}}"#))
        try first.play(.now("null"))
        try second.play(.now(#"{"k": {"a": 2}}"#))
        #expect(first.lines == ["snapshot key*=k, command*=ADD, a*=1", "end", "key=k, command*=DELETE, a*=nil"])
        #expect(second.lines == ["snapshot key*=k, command*=ADD, a*=1", "end", "key=k, command*=UPDATE, a*=2"])
        #expect(first.updates.map(\.itemPos) == [1, 1] && second.updates.map(\.itemPos) == [2, 2])
    }

    @Test("the description names the item, the snapshot, and the fields with their changes")
    func description() throws {
        #expect(try update(#"{"a": 1}"#).description == "item snapshot: a*=1, b*=nil")
        #expect(try update(#"{"a": 1}"#, #"{"a": "x y"}"#).description == "item: a*=x y, b=nil")
        #expect(
            try update(#"{"a": 1}"#, #"{"a": [1]}"#, item: nil, position: 2).description
                == #"item 2: a*={"0":1}, b=nil"#)
    }

    @Test("the debug description is cut, and small types of the request have descriptions")
    func debugDescriptions() throws {
        #expect(try update(#"{"a": 1}"#).debugDescription == "ItemUpdate(item snapshot: a*=1, b*=nil)")
        let long = try update(#"{"a": "\#(String(repeating: "x", count: 300))"}"#).debugDescription
        #expect(long.hasSuffix("x…)") && long.count < 220)
        #expect(ItemSnapshot.length(3).description == "length(3)")
        #expect("\(ItemSnapshot.no) \(ItemSelection.group(["a"]))" == #"no group(["a"])"#)
        #expect(ItemSecondLevel(fields: ["a", "b"]) { $0 }.description == "ItemSecondLevel(a, b)")
    }

    @Test("updates are equal if item, values and changes are equal")
    func equality() throws {
        let before = #"{"a": 1, "b": 2}"#
        #expect(try update(before) == update(before))
        #expect(try update(before, #"{"a": 1}"#) == update(#"{"a": 1, "b": 3}"#, #"{"a": 1}"#))
        #expect(try update(before) != update(#"{"a": 1}"#))
        #expect(try update(before) != update(before, item: "other"))
        #expect(try update(before) != update(before, position: 2))
        #expect(try update(#"{"a": 2}"#, #"{"a": 1}"#) != update(#"{"a": 2, "b": 1}"#, #"{"a": 1}"#))
        #expect(try update("null", before) != update(before))
    }

    @Test("a field with an invalid path is an error that names it", arguments: ["a$b", "a#b", "a[0]", "x.y", "a/b$"])
    func badField(field: String) {
        #expect(throws: DatasyncError.self) { try ItemSchema(mode: .merge, fields: ["a", field]) }
        #expect(throws: DatasyncError.self) { try ItemSchema(mode: .command, fields: [], secondLevel: [field]) }
    }

    private func members(of update: ItemUpdate) -> [String] {
        let names = update.fields.keys.sorted()
        return [
            "\(update.itemName ?? "nil") \(update.itemPos) \(update.isSnapshot)", update.description,
            names.map { "\($0)=\(update.value(withFieldName: $0) ?? "nil")" }.joined(),
            names.map { "\(update.isValueChanged(withFieldName: $0))" }.joined(),
            names.map { update.valueAsJSONPatchIfAvailable(withFieldName: $0) ?? "nil" }.joined(),
            "\(update.changedFieldsByPositions.keys.sorted())",
        ]
    }
}
