import ClientTestSupport
import DatasyncClient
import DatasyncLive
import Testing

@Suite("Item updates in all three dialects", .timeLimit(.minutes(30)))
struct ItemDialectTests {
    private static let record = ItemWish(mode: .merge, items: ["one"], fields: ["a", "b"])
    private static let rows = ItemWish(mode: .command, items: ["list"], fields: ["a"])
    private static let messages = ItemWish(mode: .distinct, items: ["list"], fields: ["."])

    private static func wish(_ wish: ItemWish, _ snapshot: ItemSnapshot) -> ItemWish {
        var wish = wish
        wish.snapshot = snapshot
        return wish
    }

    // MARK: One item in each mode

    @Test(
        "merge: the current record is the snapshot, then changes by another client are updates",
        arguments: [ItemSnapshot.yes, .length(1)])
    func merge(snapshot: ItemSnapshot) async throws {
        try await expectItems(
            ["one": ["a": 1, "b": 2]], Self.wish(Self.record, snapshot),
            ["1 one snapshot: a*=1, b*=2", "1 one: a*=3, b=2", "1 one: a*=nil, b*=nil", "1 one: a=nil, b*=5"]
        ) { stage in
            stage.otherWrites(3, at: "one/a")
            stage.otherWrites("unseen", at: "one/z")
            stage.otherWrites(nil, at: "one")
            stage.otherWrites(5, at: "one/b")
        }
    }

    @Test("merge without a snapshot: no event before the first change, which lists every field")
    func mergeWithoutSnapshot() async throws {
        try await expectItems(
            ["one": ["a": 1, "b": 2]], Self.wish(Self.record, .no), ["1 one: a*=3, b*=2", "1 one: a=3, b*=4"]
        ) { stage in
            stage.otherWrites("unseen", at: "one/z")
            stage.otherWrites(3, at: "one/a")
            stage.otherWrites(4, at: "one/b")
        }
    }

    @Test("merge of a record that does not exist: one snapshot without values")
    func mergeOfNothing() async throws {
        try await expectItems(nil, Self.record, ["1 one snapshot: a*=nil, b*=nil", "1 one: a*=1, b=nil"]) { stage in
            stage.otherWrites(1, at: "one/a")
        }
    }

    @Test(
        "command: existing rows are added, then rows are added, changed, deleted and added again",
        arguments: [ItemSnapshot.yes, .length(1)])
    func command(snapshot: ItemSnapshot) async throws {
        try await expectItems(
            ["list": ["k": ["a": 1], "l": ["a": 2]]], Self.wish(Self.rows, snapshot),
            [
                "1 list snapshot: key*=k, command*=ADD, a*=1", "1 list snapshot: key*=l, command*=ADD, a*=2",
                "end of list 1", "1 list: key*=j, command*=ADD, a*=3", "1 list: key=k, command*=UPDATE, a*=4",
                "1 list: key=k, command=UPDATE, a*=5", "1 list: key=k, command*=DELETE, a*=nil",
                "1 list: key*=k, command*=ADD, a*=5", "1 list: key=j, command*=DELETE, a*=nil",
                "1 list: key=k, command*=DELETE, a*=nil", "1 list: key=l, command*=DELETE, a*=nil",
            ]
        ) { stage in
            stage.otherWrites(["a": 3], at: "list/j")
            stage.otherWrites(4, at: "list/k/a")
            stage.otherWrites("unseen", at: "list/k/z")
            stage.otherWrites(5, at: "list/k/a")
            stage.otherWrites(nil, at: "list/k")
            stage.otherWrites(["a": 5], at: "list/k")
            stage.otherWrites(nil, at: "list")
        }
    }

    @Test("command without a snapshot: neither rows nor an end of snapshot, then each later change")
    func commandWithoutSnapshot() async throws {
        try await expectItems(
            ["list": ["k": ["a": 1], "l": ["a": 2]]], Self.wish(Self.rows, .no),
            [
                "1 list: key*=k, command*=UPDATE, a*=4", "1 list: key=l, command*=DELETE, a*=nil",
                "1 list: key*=m, command*=ADD, a*=6",
            ]
        ) { stage in
            stage.otherWrites(4, at: "list/k/a")
            stage.otherWrites(nil, at: "list/l")
            stage.otherWrites(6, at: "list/m/a")
        }
    }

    @Test("command of an empty list: only the end of the snapshot")
    func commandOfNothing() async throws { try await expectItems(nil, Self.rows, ["end of list 1"]) }

    @Test("distinct: all messages, the end of the snapshot, then later messages")
    func distinct() async throws {
        try await expectItems(
            ["list": ["m1": "x", "m2": "y"]], Self.messages,
            ["1 list snapshot: .*=x", "1 list snapshot: .*=y", "end of list 1", "1 list: .*=z", "1 list: .=z"]
        ) { stage in
            stage.otherWrites("z", at: "list/m3")
            stage.otherWrites("changed", at: "list/m1")
            stage.otherWrites(nil, at: "list/m2")
            stage.otherWrites("z", at: "list/m4")
        }
    }

    @Test("distinct with a length: the snapshot holds that many of the last messages")
    func distinctLength() async throws {
        try await expectItems(
            ["list": ["m1": "x", "m2": "y", "m3": "z"]], Self.wish(Self.messages, .length(2)),
            ["1 list snapshot: .*=y", "1 list snapshot: .*=z", "end of list 1"])
    }

    @Test("distinct without a snapshot: only later messages")
    func distinctWithoutSnapshot() async throws {
        try await expectItems(["list": ["m1": "x"]], Self.wish(Self.messages, .no), ["1 list: .*=y"]) { stage in
            stage.otherWrites("y", at: "list/m2")
        }
    }

    @Test(
        "raw: every value and every acknowledgement, never as a snapshot",
        arguments: [ItemSnapshot.yes, .no, .length(1)])
    func raw(snapshot: ItemSnapshot) async throws {
        let wish = ItemWish(mode: .raw, items: ["one"], fields: ["a"], snapshot: snapshot)
        try await expectItems(
            ["one": ["a": 1]], wish,
            ["1 one: a*=1", "1 one: a*=2", "1 one: a=2", "1 one: a*=3", "1 one: a=3", "1 one: a*=nil"]
        ) { stage in
            stage.otherWrites(2, at: "one/a")
            stage.otherWrites("unseen", at: "one/z")
            stage.write(3, at: "one/a")
            stage.otherWrites(nil, at: "one")
        }
    }

    // MARK: Two levels

    private static let twoLevels = ItemWish(
        mode: .command, items: ["list"], fields: ["a"],
        second: ItemSecondLevel(fields: ["x"]) { key in "details/\(key)" })

    @Test("two levels: rows follow the second node, and a deleted row gets no further updates")
    func secondLevel() async throws {
        try await expectItems(
            ["list": ["k": ["a": 1]], "details": ["k": ["x": 5], "l": ["x": 7]]], Self.twoLevels,
            [
                "1 list snapshot: key*=k, command*=ADD, a*=1, x*=nil", "end of list 1",
                "1 list snapshot: key=k, command*=UPDATE, a=1, x*=5", "1 list: key=k, command=UPDATE, a=1, x*=6",
                "1 list: key=k, command=UPDATE, a*=2, x=6", "1 list: key*=l, command*=ADD, a*=3, x*=nil",
                "1 list snapshot: key=l, command*=UPDATE, a=3, x*=7", "1 list: key=k, command*=DELETE, a*=nil, x=nil",
                "1 list: key*=k, command*=ADD, a*=4, x*=nil", "1 list snapshot: key=k, command*=UPDATE, a=4, x*=8",
            ]
        ) { stage in
            stage.otherWrites(6, at: "details/k/x")
            stage.otherWrites("unseen", at: "details/k/z")
            stage.otherWrites(2, at: "list/k/a")
            stage.otherWrites(["a": 3], at: "list/l")
            #expect(stage.fixture.listenCount == 3)
            stage.otherWrites(nil, at: "list/k")
            #expect(stage.fixture.listenCount == 2)
            stage.otherWrites(8, at: "details/k/x")
            stage.otherWrites(["a": 4], at: "list/k")
        }
    }

    @Test("two levels: a second node that does not exist yet, and one that is removed")
    func secondLevelOfNothing() async throws {
        try await expectItems(
            ["list": ["k": ["a": 1]]], Self.twoLevels,
            [
                "1 list snapshot: key*=k, command*=ADD, a*=1, x*=nil", "end of list 1",
                "1 list: key=k, command*=UPDATE, a=1, x*=5", "1 list: key=k, command=UPDATE, a=1, x*=nil",
            ]
        ) { stage in
            stage.otherWrites(5, at: "details/k/x")
            stage.otherWrites(nil, at: "details/k")
        }
    }

    @Test("two levels without a snapshot: the first change of either level lists every field")
    func secondLevelWithoutSnapshot() async throws {
        try await expectItems(
            ["list": ["k": ["a": 1]], "details": ["k": ["x": 5]]], Self.wish(Self.twoLevels, .no),
            ["1 list: key*=k, command*=UPDATE, a*=1, x*=6", "1 list: key=k, command=UPDATE, a*=2, x=6"]
        ) { stage in
            stage.otherWrites(6, at: "details/k/x")
            stage.otherWrites(2, at: "list/k/a")
        }
    }

    @Test("two levels: a refused second node is an error of the item, and its rows continue")
    func secondLevelRefused() async throws {
        try await expectItems(
            ["list": ["k": ["a": 1]], "details": ["k": ["x": 5]]], Self.twoLevels,
            rules: #"{"rules": {"place": {"list": {".read": true, ".write": true}}}}"#,
            [
                "1 list snapshot: key*=k, command*=ADD, a*=1, x*=nil", "end of list 1",
                "error permissionDenied of list 1", "1 list: key=k, command*=UPDATE, a*=2, x=nil",
            ]
        ) { stage in
            stage.otherWrites(2, at: "list/k/a")
        }
    }

    // MARK: Several items

    @Test("several items: each is compared with itself and has its own end of snapshot")
    func severalItems() async throws {
        try await expectItems(
            ["one": ["k": ["a": 1]], "two": ["k": ["a": 1]]],
            ItemWish(mode: .command, items: ["one", "two"], fields: ["a"]),
            [
                "1 one snapshot: key*=k, command*=ADD, a*=1", "end of one 1",
                "2 two snapshot: key*=k, command*=ADD, a*=1", "end of two 2",
                "2 two: key=k, command*=UPDATE, a*=2", "1 one: key=k, command*=DELETE, a*=nil",
                "2 two: key=k, command=UPDATE, a*=3",
            ]
        ) { stage in
            stage.otherWrites(2, at: "two/k/a")
            stage.otherWrites(nil, at: "one")
            stage.otherWrites(3, at: "two/k/a")
        }
    }

    @Test("the items of a group have no names")
    func group() async throws {
        try await expectItems(
            ["one": ["k": 1]], ItemWish(mode: .command, items: .group(["one", "two"]), fields: ["."]),
            [
                "1 item 1 snapshot: key*=k, command*=ADD, .*=1", "end of nil 1", "end of nil 2",
                "2 item 2: key*=k, command*=ADD, .*=2",
            ]
        ) { stage in
            stage.otherWrites(2, at: "two/k")
        }
    }

    @Test("an item that is requested twice is two items, and an empty list of items is refused")
    func twice() async throws {
        try await expectItems(
            ["one": ["a": 1]], ItemWish(mode: .merge, items: ["one", "one"], fields: ["a"]),
            ["1 one snapshot: a*=1", "2 one snapshot: a*=1", "1 one: a*=2", "2 one: a*=2"]
        ) { stage in
            stage.otherWrites(2, at: "one/a")
        }
        try await expectItems(
            nil, ItemWish(mode: .merge, items: [], fields: ["a"]), ["error invalidConstraint of nil 0"])
    }

    @Test("a refused item is an error, and the others continue")
    func refusedItem() async throws {
        try await expectItems(
            ["one": ["a": 1], "two": ["a": 2], "three": ["a": 3]],
            ItemWish(mode: .merge, items: ["one", "two", "three"], fields: ["a"]),
            rules: #"{"rules": {".write": true, "place": {"one": {".read": true}, "three": {".read": true}}}}"#,
            ["1 one snapshot: a*=1", "error permissionDenied of two 2", "3 three snapshot: a*=3", "3 three: a*=4"]
        ) { stage in
            stage.otherWrites(5, at: "two/a")
            stage.otherWrites(4, at: "three/a")
        }
    }

    @Test("an item with an invalid path is an error; fields with invalid paths are one error for all items")
    func nowhere() async throws {
        try await expectItems(
            ["one": ["a": 1]], ItemWish(mode: .merge, items: ["a#b", "one"], fields: ["a"]),
            ["error invalidPath of a#b 1", "2 one snapshot: a*=1"])
        try await expectItems(
            ["one": ["a": 1]], ItemWish(mode: .merge, items: ["one"], fields: ["a", "b$"]),
            ["error invalidPath of nil 0"])
    }

    @Test("an item whose listen is revoked is an error, and the others continue")
    func revoked() async throws {
        try await expectItems(
            ["one": ["a": 1], "two": ["a": 2]], ItemWish(mode: .merge, items: ["one", "two"], fields: ["a"]),
            ["1 one snapshot: a*=1", "2 two snapshot: a*=2", "error permissionDenied of one 1", "2 two: a*=3"]
        ) { stage in
            try stage.rules(#"{"rules": {"place": {"two": {".read": true, ".write": true}}}}"#)
            stage.otherWrites(3, at: "two/a")
        }
    }

    // MARK: Connections and local writes

    @Test("subscribed offline: no update is delivered until there is a connection")
    func offline() async throws {
        for dialect in [LegacyItemDialect(), CallbackItemDialect(), AsyncItemDialect()] as [any ItemDialect] {
            let stage = try ItemFixture(["one": ["a": 1]], Self.record, through: dialect)
            stage.drop()
            await stage.subscribe()
            stage.otherWrites(2, at: "one/a")
            stage.restore()
            #expect(await stage.end() == ["begun", "1 one snapshot: a*=2, b*=nil", "over"])
        }
    }

    @Test("a lost connection: changes in the meantime are delivered as changes after the reconnect")
    func reconnected() async throws {
        try await expectItems(
            ["list": ["k": ["a": 1], "l": ["a": 2]]], Self.rows,
            [
                "1 list snapshot: key*=k, command*=ADD, a*=1", "1 list snapshot: key*=l, command*=ADD, a*=2",
                "end of list 1", "1 list: key=k, command*=DELETE, a*=nil", "1 list: key*=m, command*=ADD, a*=3",
                "1 list: key=l, command*=UPDATE, a*=4",
            ]
        ) { stage in
            stage.drop()
            stage.otherWrites(["l": ["a": 4], "m": ["a": 3]], at: "list")
            stage.restore()
            stage.drop()
            stage.restore()
        }
    }

    @Test("local writes are delivered at once, and their acknowledgements are not")
    func acknowledged() async throws {
        try await expectItems(
            ["one": ["a": 1]], Self.record, ["1 one snapshot: a*=1, b*=nil", "1 one: a*=2, b=nil"]
        ) { stage in
            stage.hold()
            stage.write(2, at: "one/a")
            stage.write(2, at: "one/a")
            stage.release()
        }
        try await expectItems(
            ["list": ["k": ["a": 1]]], Self.rows,
            [
                "1 list snapshot: key*=k, command*=ADD, a*=1", "end of list 1", "1 list: key*=l, command*=ADD, a*=2",
                "1 list: key=k, command*=DELETE, a*=nil",
            ]
        ) { stage in
            stage.hold()
            stage.write(["a": 2], at: "list/l")
            stage.write(nil, at: "list/k")
            stage.release()
        }
    }

    @Test("local writes that are rejected are delivered, and then reverted")
    func rejected() async throws {
        try await expectItems(
            ["one": ["a": 1]], Self.record, rules: readOnly,
            ["1 one snapshot: a*=1, b*=nil", "1 one: a*=2, b=nil", "1 one: a*=1, b=nil"]
        ) { stage in
            stage.write(2, at: "one/a")
        }
        try await expectItems(
            ["list": ["k": ["a": 1]]], Self.rows, rules: readOnly,
            [
                "1 list snapshot: key*=k, command*=ADD, a*=1", "end of list 1", "1 list: key*=l, command*=ADD, a*=2",
                "1 list: key=l, command*=DELETE, a*=nil", "1 list: key=k, command*=DELETE, a*=nil",
                "1 list: key*=k, command*=ADD, a*=1",
            ]
        ) { stage in
            stage.write(["a": 2], at: "list/l")
            stage.write(nil, at: "list/k")
        }
    }

    @Test("a local write before the first response is delivered with the snapshot")
    func writtenBefore() async throws {
        for dialect in [LegacyItemDialect(), CallbackItemDialect(), AsyncItemDialect()] as [any ItemDialect] {
            let stage = try ItemFixture(["list": ["k": ["a": 1]]], Self.rows, through: dialect)
            stage.hold()
            await stage.subscribe()
            stage.write(["a": 2], at: "list/l")
            stage.release()
            #expect(
                await stage.end() == [
                    "begun", "1 list snapshot: key*=k, command*=ADD, a*=1",
                    "1 list snapshot: key*=l, command*=ADD, a*=2", "end of list 1", "over",
                ])
        }
    }

    // MARK: Repeated subscriptions

    @Test("subscribed again: no event is delivered in between, and the snapshot is delivered again")
    func again() async throws {
        try await expectItems(
            ["list": ["k": ["a": 1]]], Self.rows,
            [
                "1 list snapshot: key*=k, command*=ADD, a*=1", "end of list 1", "1 list: key=k, command*=UPDATE, a*=2",
                "over", "begun", "1 list snapshot: key*=k, command*=ADD, a*=3", "end of list 1",
                "1 list: key=k, command*=UPDATE, a*=4",
            ]
        ) { stage in
            stage.otherWrites(2, at: "list/k/a")
            await stage.subscribe()
            await stage.unsubscribe()
            #expect(stage.fixture.listenCount == 0)
            stage.otherWrites(3, at: "list/k/a")
            await stage.subscribe()
            stage.otherWrites(4, at: "list/k/a")
        }
    }
}
