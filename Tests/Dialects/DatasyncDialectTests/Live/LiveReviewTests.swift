import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncEngine
import DatasyncLegacy
import DatasyncLive
import DatasyncTree
import Dispatch
import TestSupport
import Testing

@Suite("Live objects and collections in edge cases", .timeLimit(.minutes(30)))
struct LiveReviewTests {
    private static let open = #"{"rules": {".read": true, ".write": true}}"#

    /// Returns children `k0`, `k1`, … with their numbers as values.
    private static func list(_ count: Int) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) })
    }

    private static func text(_ numbers: Range<Int>) -> String {
        "[" + numbers.map { "k\($0):\($0)" }.joined(separator: " ") + "]"
    }

    private static let begun = [
        "made loading/notExist []", "loadingStatusChanged loaded/fresh [k0:0 k1:1] more",
        "dataStatusChanged loaded/fresh [k0:0 k1:1] more", "dataUpdated loaded/fresh [k0:0 k1:1] more",
        "hasMoreChanged loaded/fresh [k0:0 k1:1] more",
    ]

    /// Runs steps on a list with pages of two, after the first page.
    private func expect(
        _ count: Int = 5, after lines: [String], rules: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation, _ story: (LiveFixture) async throws -> Void
    ) async throws {
        try await expectStory(Self.list(count), pageSize: 2, Self.begun + lines, sourceLocation: sourceLocation) {
            stage in
            if let rules { try await stage.rules(rules) }
            stage.hold()
            try await stage.create()
            await stage.release()
            try await story(stage)
        }
    }

    // MARK: The edge of the page

    @Test("C9: removing the first child beyond the page delivers no event while there are others")
    func boundaryRemoved() async throws {
        try await expect(after: []) { stage in
            await stage.otherWrites(nil, at: "k2")
            await stage.otherWrites(nil, at: "k3")
        }
    }

    @Test("C9: a local removal of the first child beyond the page changes only the status")
    func boundaryRemovedHere() async throws {
        try await expect(after: [
            "dataStatusChanged loaded/local [k0:0 k1:1] more", "dataStatusChanged loaded/fresh [k0:0 k1:1] more",
        ]) { stage in
            stage.hold()
            await stage.write(nil, at: "k2")
            await stage.release()
        }
    }

    @Test("C9: a child that another client removes is replaced in the same change")
    func replaced() async throws {
        try await expect(after: [
            "dataUpdated loaded/fresh [k1:1 k2:2] more", "dataUpdated loaded/fresh [k2:2 k3:3] more",
            "dataUpdated loaded/fresh [k3:3 k4:4]", "hasMoreChanged loaded/fresh [k3:3 k4:4]",
        ]) { stage in
            await stage.otherWrites(nil, at: "k0")
            await stage.otherWrites(nil, at: "k1")
            await stage.otherWrites(nil, at: "k2")
        }
    }

    @Test(
        "C9: a rejected local removal restores the old list, and hasMore does not change")
    func rejectedRemoval() async throws {
        try await expect(
            3,
            after: [
                "dataStatusChanged loaded/local [k1:1 k2:2] more", "dataUpdated loaded/local [k1:1 k2:2] more",
                "dataStatusChanged loaded/fresh [k0:0 k1:1] more", "dataUpdated loaded/fresh [k0:0 k1:1] more",
            ], rules: readOnly
        ) { stage in
            stage.hold()
            await stage.write(nil, at: "k0")
            await stage.release()
        }
    }

    @Test("C9: an accepted local removal changes hasMore when the response is known")
    func acceptedRemoval() async throws {
        try await expect(
            3,
            after: [
                "dataStatusChanged loaded/local [k1:1 k2:2] more", "dataUpdated loaded/local [k1:1 k2:2] more",
                "dataStatusChanged loaded/fresh [k1:1 k2:2]", "hasMoreChanged loaded/fresh [k1:1 k2:2]",
            ]
        ) { stage in
            stage.hold()
            await stage.write(nil, at: "k0")
            await stage.release()
        }
    }

    @Test("C9: removing and writing the whole list again empties and fills the collection")
    func emptied() async throws {
        try await expect(after: [
            "dataUpdated loaded/fresh []", "hasMoreChanged loaded/fresh []", "dataUpdated loaded/fresh [k0:0 k1:1]",
        ]) { stage in
            await stage.otherWrites(nil)
            await stage.otherWrites(Self.list(2))
        }
    }

    @Test("C9: a rejected local addition is removed again")
    func rejectedAddition() async throws {
        try await expect(
            after: [
                "dataStatusChanged loaded/local [k0:0 k00:7] more", "dataUpdated loaded/local [k0:0 k00:7] more",
                "dataStatusChanged loaded/fresh [k0:0 k1:1] more", "dataUpdated loaded/fresh [k0:0 k1:1] more",
            ], rules: readOnly
        ) { stage in
            stage.hold()
            await stage.write(7, at: "k00")
            await stage.release()
        }
    }

    // MARK: Pages and connections

    @Test("C3: a page that is requested offline arrives after the reconnect")
    func offlinePage() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh [k0:0 k1:1] more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<4)) more",
            "dataUpdated loaded/fresh \(Self.text(0..<4)) more",
        ]) { stage in
            await stage.drop()
            await stage.nextPage()
            await stage.nextPage()
            await stage.restore()
            #expect(stage.listenCount == 1)
        }
    }

    @Test("C3: a page whose connection is lost while loading arrives once, after the reconnect")
    func lostWhileLoading() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh [k0:0 k1:1] more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<4)) more",
            "dataUpdated loaded/fresh \(Self.text(0..<4)) more",
        ]) { stage in
            stage.hold()
            await stage.nextPage()
            await stage.drop()
            await stage.release()
            await stage.restore()
            #expect(stage.listenCount == 1)
        }
    }

    @Test("C7: changes while disconnected are one change after the reconnect")
    func changedOffline() async throws {
        try await expect(after: ["dataUpdated loaded/fresh [k1:9 k2:2] more"]) { stage in
            await stage.drop()
            await stage.otherWrites(["k1": 9, "k2": 2, "k3": 3])
            await stage.restore()
            await stage.drop()
            await stage.restore()
        }
    }

    @Test("C1: a connection that is lost before the first response")
    func lostBeforeTheFirst() async throws {
        try await expectStory(Self.list(5), pageSize: 2, Self.begun) { stage in
            stage.hold()
            try await stage.create()
            await stage.drop()
            await stage.release()
            await stage.restore()
        }
    }

    @Test("L24: a revocation while a page is loading gives one error, and no listen remains")
    func revokedWhileLoading() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh [k0:0 k1:1] more", "loadingStatusChanged error/error [k0:0 k1:1] more",
            "dataStatusChanged error/error [k0:0 k1:1] more",
            "dataError error/error [k0:0 k1:1] more permissionDenied",
        ]) { stage in
            stage.hold()
            await stage.nextPage()
            try await stage.rules(closed)
            await stage.release()
            #expect(stage.listenCount == 0)
        }
    }

    @Test("C8: after a revocation and new rules, requesting a page loads the earlier models")
    func revokedAndAgain() async throws {
        try await expect(after: [
            "loadingStatusChanged error/error [k0:0 k1:1] more", "dataStatusChanged error/error [k0:0 k1:1] more",
            "dataError error/error [k0:0 k1:1] more permissionDenied",
            "loadingStatusChanged loading/error [k0:0 k1:1] more",
            "loadingStatusChanged loaded/fresh [k0:0 k1:1] more", "dataStatusChanged loaded/fresh [k0:0 k1:1] more",
        ]) { stage in
            try await stage.rules(closed)
            try await stage.rules(Self.open)
            await stage.nextPage()
        }
    }

    @Test("C5: a list that grows while its next page is loading")
    func grownWhileLoading() async throws {
        try await expect(
            3,
            after: [
                "loadingStatusChanged loading/fresh [k0:0 k1:1] more", "dataUpdated loading/fresh [k0:0 k00:5] more",
                "loadingStatusChanged loaded/fresh [k0:0 k00:5 k1:1 k2:2]",
                "dataUpdated loaded/fresh [k0:0 k00:5 k1:1 k2:2]", "hasMoreChanged loaded/fresh [k0:0 k00:5 k1:1 k2:2]",
            ]
        ) { stage in
            await stage.drop()
            await stage.nextPage()
            await stage.otherWrites(5, at: "k00")
            await stage.restore()
        }
    }

    @Test("C5: requesting a further page before the first one is loaded has no effect")
    func pageBeforeTheFirst() async throws {
        try await expectStory(Self.list(5), pageSize: 2, Self.begun) { stage in
            stage.hold()
            try await stage.create()
            await stage.nextPage()
            await stage.resetPage()
            await stage.release()
        }
    }

    // MARK: Initial states

    @Test("L7: a list with an active subscription has its first page at once, without a request")
    func covered() async throws {
        try await expectStory(Self.list(5), pageSize: 2, ["made loaded/fresh [k0:0 k1:1] more"]) { stage in
            stage.mine.legacy.child("place").on("value", queue: nil) { _, _ in }
            await stage.flush()
            try await stage.create()
            #expect(stage.listenCount == 1)
            stage.mine.legacy.child("place").off()
            await stage.flush()
        }
    }

    @Test("L20: a list that does not exist changes only the statuses")
    func emptyList() async throws {
        try await expectStory(
            pageSize: 2,
            ["made loading/notExist []", "loadingStatusChanged loaded/fresh []", "dataStatusChanged loaded/fresh []"]
        ) { stage in
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    @Test("L4: a cached list that is shorter than the list at the back end")
    func cachedShorter() async throws {
        try await expectStory(
            ["k0": 0], pageSize: 2,
            [
                "made loading/local [k0:0]", "loadingStatusChanged loaded/fresh [k0:0 k1:1] more",
                "dataStatusChanged loaded/fresh [k0:0 k1:1] more", "dataUpdated loaded/fresh [k0:0 k1:1] more",
                "hasMoreChanged loaded/fresh [k0:0 k1:1] more",
            ]
        ) { stage in
            await stage.remember()
            await stage.otherWrites(Self.list(4))
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    @Test("L22: a list that is written as a whole before the first response")
    func listWrittenBefore() async throws {
        try await expectStory(
            Self.list(2), pageSize: 2,
            [
                "made loading/notExist []", "dataStatusChanged loading/local [a:1]", "dataUpdated loading/local [a:1]",
                "loadingStatusChanged loaded/local [a:1]", "dataStatusChanged loaded/fresh [a:1]",
            ]
        ) { stage in
            stage.hold()
            try await stage.create()
            await stage.write(["a": 1])
            await stage.release()
        }
    }

    @Test("L8: a refusal during a pending write gives the error, and the written model stays")
    func refusedUnderWrite() async throws {
        try await expectStory(
            1,
            [
                "made loading/notExist none", "dataStatusChanged loading/local 2", "dataUpdated loading/local 2",
                "loadingStatusChanged error/error 2", "dataStatusChanged error/error 2",
                "dataError error/error 2 permissionDenied",
            ]
        ) { stage in
            try await stage.rules(closed)
            stage.hold()
            try await stage.create()
            await stage.write(2)
            await stage.release()
        }
    }

    // MARK: Writes

    @Test("L11: after two writes, the second rejected, the status is local until both have settled")
    func twoWrites() async throws {
        try await expectStory(
            1,
            [
                "made loading/notExist none", "loadingStatusChanged loaded/fresh 1", "dataStatusChanged loaded/fresh 1",
                "dataUpdated loaded/fresh 1", "dataStatusChanged loaded/local 2", "dataUpdated loaded/local 2",
                "dataUpdated loaded/local 3", "dataStatusChanged loaded/fresh 1", "dataUpdated loaded/fresh 1",
            ]
        ) { stage in
            try await stage.rules(readOnly)
            stage.hold()
            try await stage.create()
            await stage.release()
            stage.hold()
            await stage.write(2)
            await stage.write(3)
            // Both responses arrive, and the first one leaves the second write's value.
            await stage.release()
        }
    }

    @Test("L11: a write during a lost connection is local until it is acknowledged after the reconnect")
    func writtenOffline() async throws {
        try await expectStory(
            ["a": 1],
            [
                #"made loading/notExist none"#, #"loadingStatusChanged loaded/fresh {"a":1}"#,
                #"dataStatusChanged loaded/fresh {"a":1}"#, #"dataUpdated loaded/fresh {"a":1}"#,
                #"dataStatusChanged loaded/local {"a":2}"#, #"dataUpdated loaded/local {"a":2}"#,
                #"dataUpdated loaded/local {"a":2,"b":3}"#, #"dataStatusChanged loaded/fresh {"a":2,"b":3}"#,
            ]
        ) { stage in
            stage.hold()
            try await stage.create()
            await stage.release()
            await stage.drop()
            await stage.write(2, at: "a")
            await stage.otherWrites(3, at: "b")
            await stage.restore()
        }
    }

    // MARK: Inside listeners

    @Test("C3: a listener that requests page after page gets them all, one change each")
    func pagingInside() throws {
        let fixture = try ClientFixture(["place": Self.list(9)])
        let place = fixture.device().legacy.child("place")
        let counts = Box<[Int]>([])
        // Created on the collection's queue, so no event is delivered before a listener is added.
        let collection = fixture.queue.sync {
            let collection = place.liveCollection(pageSize: 2, queue: nil)
            collection.on("dataUpdated", queue: nil) { [weak collection] update in
                counts.value += [update.models.count]
                collection?.nextPage()
                collection?.nextPage()
            }
            return collection
        }
        for _ in 0..<6 { fixture.flush() }
        #expect(counts.value == [2, 4, 6, 8, 9])
        #expect(fixture.listenCount == 1)
        #expect(!collection.hasMore)
    }

    @Test("C6: a listener may reset to the first page, and another may dispose")
    func resettingInside() throws {
        let fixture = try ClientFixture(["place": Self.list(9)])
        let collection = fixture.device().legacy.child("place").liveCollection(pageSize: 2, queue: nil)
        let counts = Box<[Int]>([])
        fixture.flush()
        collection.on("dataUpdated", queue: nil) { [weak collection] update in
            counts.value += [update.models.count]
            if update.models.count == 4 { collection?.resetPage() } else { collection?.dispose() }
        }
        collection.on("dataUpdated", queue: nil) { update in counts.value += [-update.models.count] }
        collection.nextPage()
        for _ in 0..<4 { fixture.flush() }
        #expect(counts.value == [4, -4, 2])
        #expect(fixture.listenCount == 0)
        #expect(collection.models.isEmpty && collection.loadingStatus == .error)
    }

    @Test("L19: disposing of one of two objects at one node leaves the other active")
    func twoObjects() throws {
        let fixture = try ClientFixture(["place": 1])
        let device = fixture.device()
        let (first, second) = (
            device.legacy.child("place").liveObject(queue: nil), device.legacy.child("place").liveObject(queue: nil)
        )
        fixture.flush()
        first.dispose()
        fixture.device().legacy.child("place").set(2)
        fixture.flush()
        #expect(first.model == nil && first.dataStatus == .error)
        #expect(second.model?.text == "2" && second.dataStatus == .fresh)
        #expect(fixture.listenCount == 1)
        second.dispose()
        fixture.flush()
        #expect(fixture.listenCount == 0)
    }

    @Test(
        "an object that is created during concurrent pushes ends with the last state and repeats no event",
        arguments: 0..<100)
    func madeMeanwhile(round: Int) async throws {
        let fixture = try ClientFixture(["place": ["a": 0]])
        let (device, other) = (fixture.device(), fixture.device())
        if round % 2 == 0 {
            device.legacy.child("place").on("value", queue: nil) { _, _ in }
            fixture.flush()
        }
        let object = Box<LiveObject?>(nil)
        let texts = Log()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for number in 1...20 { other.legacy.child("place/a").set(number) } }
            group.addTask {
                let made = device.legacy.child("place").liveObject(queue: nil)
                made.on("dataUpdated", queue: nil) { update in texts.note(update.model?.text ?? "none") }
                object.value = made
            }
        }
        for _ in 0..<4 { fixture.flush() }
        #expect(object.value?.model?.text == #"{"a":20}"#)
        #expect(object.value?.loadingStatus == .loaded && object.value?.dataStatus == .fresh)
        #expect(zip(texts.entries, texts.entries.dropFirst()).allSatisfy { $0 != $1 })
    }
}
