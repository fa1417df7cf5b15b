import ClientTestSupport
import DatasyncAsync
import DatasyncLive
import TestSupport
import Testing

@Suite("Item subscriptions with invalid settings", .timeLimit(.minutes(30)))
struct ItemSettingTests {
    static let second = ItemSecondLevel(fields: ["b"]) { "second/" + $0 }
    static let wishes: [(wish: ItemWish, problem: String)] = [
        (ItemWish(mode: .merge, items: [], fields: ["a"]), "names no items; give the path of at least one"),
        (ItemWish(mode: .raw, items: .group([]), fields: ["a"]), "names no items; give the path of at least one"),
        (
            ItemWish(mode: .distinct, items: ["one"], fields: ["a"], snapshot: .length(-1)),
            "requests a snapshot of -1 messages; use .length(0) or more, .yes or .no"
        ),
        (
            ItemWish(mode: .distinct, items: ["one"], fields: ["a"], second: second),
            "has a second level in the mode distinct; use the mode command, or leave the second level out"
        ),
        (
            ItemWish(mode: .merge, items: ["one"], fields: ["a"], second: second),
            "has a second level in the mode merge; use the mode command, or leave the second level out"
        ),
    ]

    @Test("every dialect refuses invalid settings with an error event of position 0", arguments: wishes)
    func settings(wish: ItemWish, problem: String) async throws {
        let faces: [any ItemDialect] = [LegacyItemDialect(), CallbackItemDialect()]
        for face in faces {
            let fixture = try ClientFixture(["place": ["one": 1]])
            let log = Log()
            let probe = try face.make(wish, at: fixture.device()) { event in
                log.note("\(event.name) \(event.itemPos ?? -1) \(event.itemName ?? "-") \(event.error?.message ?? "-")")
                #expect(event.error?.code == nil || event.error?.code == .invalidConstraint)
            }
            await probe.subscribe()
            fixture.flush()
            #expect(
                log.take() == [
                    "subscription -1 - -", "item_error 0 - The item subscription at /place \(problem).",
                ])
            #expect(fixture.listenCount == 0)
            await probe.unsubscribe()
            fixture.flush()
            #expect(log.take() == ["unsubscription -1 - -"])
        }
    }

    @Test("the sequence of updates throws the error for invalid settings", arguments: wishes)
    func sequence(wish: ItemWish, problem: String) async throws {
        let fixture = try ClientFixture()
        let manager = fixture.device().manager()
        let items = try manager.nodeThrows(for: "place").items(
            mode: wish.mode, items: wish.items, fields: wish.fields, requestedSnapshot: wish.snapshot,
            secondLevel: wish.second, queue: nil)
        let error = await #expect(throws: WebcomError.self) { for try await _ in items.updates {} }
        #expect(error?.code == .invalidConstraint)
        #expect(error?.message == "The item subscription at /place \(problem).")
    }

    @Test("a snapshot of zero messages is valid")
    func emptySnapshot() async throws {
        let fixture = try ClientFixture(["place": ["one": ["m": 1]]])
        let log = Log()
        let wish = ItemWish(mode: .distinct, items: ["one"], fields: ["."], snapshot: .length(0))
        let probe = CallbackItemDialect().make(wish, at: fixture.device()) { log.note($0.name) }
        await probe.subscribe()
        fixture.flush()
        #expect(log.take() == ["subscription", "end_of_snapshot"])
    }
}
