import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncEngine
import DatasyncLegacy
import DatasyncLive
import DatasyncTree
import Dispatch
import Testing

@Suite("Live collections in all three dialects", .timeLimit(.minutes(30)))
struct LiveCollectionRowTests {
    /// Returns children `00`, `01`, … with their numbers as values.
    private static func list(_ count: Int) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { (key($0), $0) })
    }

    private static func key(_ number: Int) -> String { (number < 10 ? "k0" : "k") + String(number) }

    private static func text(_ numbers: Range<Int>) -> String {
        "[" + numbers.map { "\(key($0)):\($0)" }.joined(separator: " ") + "]"
    }

    /// The lines until the first page of five children is loaded.
    private static let begun = [
        "made loading/notExist []", "loadingStatusChanged loaded/fresh \(text(0..<2)) more",
        "dataStatusChanged loaded/fresh \(text(0..<2)) more", "dataUpdated loaded/fresh \(text(0..<2)) more",
        "hasMoreChanged loaded/fresh \(text(0..<2)) more",
    ]

    /// Runs steps on a list of five with pages of two, after the first page.
    private func expect(
        _ data: Any = list(5), after lines: [String], sourceLocation: SourceLocation = #_sourceLocation,
        _ story: (LiveFixture) async throws -> Void
    ) async throws {
        try await expectStory(data, pageSize: 2, Self.begun + lines, sourceLocation: sourceLocation) { stage in
            stage.hold()
            try await stage.create()
            await stage.release()
            try await story(stage)
        }
    }

    @Test("C1: a new collection has no models, no further page, and is loading")
    func new() async throws {
        try await expectStory(Self.list(5), pageSize: 2, ["made loading/notExist []"]) { stage in
            stage.hold()
            try await stage.create()
        }
    }

    @Test("C2: the first page has 20 of 45 children")
    func firstPage() async throws {
        let page = "loaded/fresh \(Self.text(0..<20)) more"
        let lines = ["loadingStatusChanged", "dataStatusChanged", "dataUpdated", "hasMoreChanged"].map {
            "\($0) \(page)"
        }
        try await expectStory(Self.list(45), pageSize: 20, ["made loading/notExist []"] + lines) { stage in
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    @Test("C3 and C4: the next page is added, and then the last one")
    func nextPages() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh \(Self.text(0..<2)) more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<4)) more",
            "dataUpdated loaded/fresh \(Self.text(0..<4)) more",
            "loadingStatusChanged loading/fresh \(Self.text(0..<4)) more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<5))", "dataUpdated loaded/fresh \(Self.text(0..<5))",
            "hasMoreChanged loaded/fresh \(Self.text(0..<5))",
        ]) { stage in
            await stage.nextPage()
            await stage.nextPage()
        }
    }

    @Test("C5: asking for a further page has no effect if there is none, and makes one request while one is loading")
    func nextPageInVain() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh \(Self.text(0..<2)) more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<4)) more",
            "dataUpdated loaded/fresh \(Self.text(0..<4)) more",
        ]) { stage in
            stage.hold()
            await stage.nextPage()
            await stage.nextPage()
            #expect(stage.listenCount == 1)
            await stage.release()
            #expect(stage.listenCount == 1)
        }
        let page = "loaded/fresh \(Self.text(0..<2))"
        let lines = ["loadingStatusChanged", "dataStatusChanged", "dataUpdated"].map { "\($0) \(page)" }
        try await expectStory(Self.list(2), pageSize: 2, ["made loading/notExist []"] + lines) { stage in
            stage.hold()
            try await stage.create()
            await stage.nextPage()
            await stage.release()
            await stage.nextPage()
        }
    }

    @Test("C6: reset returns to the first page, has no effect on it, and going forward again makes no request")
    func resetPage() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh \(Self.text(0..<2)) more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<4)) more",
            "dataUpdated loaded/fresh \(Self.text(0..<4)) more",
            "loadingStatusChanged loading/fresh \(Self.text(0..<4)) more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<5))", "dataUpdated loaded/fresh \(Self.text(0..<5))",
            "hasMoreChanged loaded/fresh \(Self.text(0..<5))",
            "dataUpdated loaded/fresh \(Self.text(0..<2)) more", "hasMoreChanged loaded/fresh \(Self.text(0..<2)) more",
            "dataUpdated loaded/fresh \(Self.text(0..<4)) more",
        ]) { stage in
            await stage.resetPage()
            await stage.nextPage()
            await stage.nextPage()
            await stage.resetPage()
            await stage.resetPage()
            await stage.nextPage()
        }
    }

    @Test("C6: a reset while another page is loading does not wait for that page")
    func resetWhileLoading() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh \(Self.text(0..<2)) more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<2)) more",
        ]) { stage in
            stage.hold()
            await stage.nextPage()
            await stage.resetPage()
            await stage.release()
            #expect(stage.listenCount == 1)
        }
    }

    @Test("C7: a reconnect leaves the same list, and never a shorter one")
    func refresh() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh \(Self.text(0..<2)) more",
            "loadingStatusChanged loaded/fresh \(Self.text(0..<4)) more",
            "dataUpdated loaded/fresh \(Self.text(0..<4)) more",
        ]) { stage in
            await stage.nextPage()
            await stage.drop()
            await stage.restore()
        }
    }

    @Test("C8: a page that fails is an error, the models stay and are updated, and trying again works")
    func failedPage() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh \(Self.text(0..<2)) more",
            "loadingStatusChanged error/fresh \(Self.text(0..<2)) more",
            "dataError error/fresh \(Self.text(0..<2)) more unavailable", "dataUpdated error/fresh [k00:7 k01:1] more",
            "loadingStatusChanged loading/fresh [k00:7 k01:1] more",
            "loadingStatusChanged loaded/fresh [k00:7 k01:1 k02:2 k03:3] more",
            "dataUpdated loaded/fresh [k00:7 k01:1 k02:2 k03:3] more",
        ]) { stage in
            stage.mine.port.refuseNext(.listen, with: .unavailable)
            await stage.nextPage()
            await stage.otherWrites(7, at: "k00")
            await stage.nextPage()
        }
    }

    @Test("C8: a refused first page can be requested again")
    func failedFirstPage() async throws {
        let page = "loaded/fresh \(Self.text(0..<2)) more"
        let lines = ["loadingStatusChanged", "dataStatusChanged", "dataUpdated", "hasMoreChanged"].map {
            "\($0) \(page)"
        }
        try await expectStory(
            Self.list(5), pageSize: 2,
            [
                "made loading/notExist []", "loadingStatusChanged error/error []", "dataStatusChanged error/error []",
                "dataError error/error [] permissionDenied", "loadingStatusChanged loading/error []",
            ] + lines
        ) { stage in
            try await stage.rules(closed)
            stage.hold()
            try await stage.create()
            await stage.release()
            try await stage.rules(#"{"rules": {".read": true}}"#)
            await stage.nextPage()
        }
    }

    @Test("C9: a change, addition or removal by another client is one change each, including hasMore")
    func othersChanges() async throws {
        try await expect(
            ["k00": 0, "k01": 1, "k02": 2],
            after: [
                "dataUpdated loaded/fresh [k00:0 k01:7] more", "dataUpdated loaded/fresh [k00:0 k005:5] more",
                "dataUpdated loaded/fresh [k00:0 k01:7] more", "dataUpdated loaded/fresh [k01:7 k02:2]",
                "hasMoreChanged loaded/fresh [k01:7 k02:2]", "dataUpdated loaded/fresh [k02:2]",
            ]
        ) { stage in
            await stage.otherWrites(7, at: "k01")
            await stage.otherWrites(5, at: "k005")
            await stage.otherWrites(nil, at: "k005")
            await stage.otherWrites(nil, at: "k00")
            await stage.otherWrites(nil, at: "k01")
        }
    }

    @Test("C9: a change beyond the loaded pages is delivered only if hasMore changes")
    func beyond() async throws {
        try await expect(
            ["k00": 0, "k01": 1, "k02": 2],
            after: [
                "hasMoreChanged loaded/fresh \(Self.text(0..<2))",
                "hasMoreChanged loaded/fresh \(Self.text(0..<2)) more",
            ]
        ) { stage in
            await stage.otherWrites(3, at: "k03")
            await stage.otherWrites(9, at: "k02")
            await stage.otherWrites(nil, at: "k03")
            await stage.otherWrites(nil, at: "k02")
            await stage.otherWrites(2, at: "k02")
        }
    }

    @Test("C9: a local addition is local at once and then acknowledged")
    func ownChanges() async throws {
        try await expect(after: [
            "dataStatusChanged loaded/local [k00:0 k005:5] more", "dataUpdated loaded/local [k00:0 k005:5] more",
            "dataStatusChanged loaded/fresh [k00:0 k005:5] more",
            "dataStatusChanged loaded/local [k00:0 k01:1] more", "dataUpdated loaded/local [k00:0 k01:1] more",
            "dataStatusChanged loaded/fresh [k00:0 k01:1] more",
        ]) { stage in
            stage.hold()
            await stage.write(5, at: "k005")
            await stage.release()
            stage.hold()
            await stage.write(nil, at: "k005")
            await stage.release()
        }
    }

    @Test("L4 for collections: the first page of a cached list is available at once")
    func cached() async throws {
        try await expectStory(
            Self.list(3), pageSize: 2,
            [
                "made loading/local \(Self.text(0..<2))", "loadingStatusChanged loaded/fresh \(Self.text(0..<2)) more",
                "dataStatusChanged loaded/fresh \(Self.text(0..<2)) more",
                "hasMoreChanged loaded/fresh \(Self.text(0..<2)) more",
            ]
        ) { stage in
            await stage.remember()
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    @Test("disposed of while a page is loading: no event follows and no listen remains")
    func disposedWhileLoading() async throws {
        try await expect(after: [
            "loadingStatusChanged loading/fresh \(Self.text(0..<2)) more", "is error/error []",
        ]) { stage in
            stage.hold()
            await stage.nextPage()
            await stage.dispose()
            await stage.release()
            #expect(stage.listenCount == 0)
        }
    }

    @Test("an invalid page size is reported as an error")
    func pageSize() throws {
        let fixture = try ClientFixture()
        let root = fixture.device().legacy
        let heard = Box<[String]>([])
        // Created on the collection's queue, so no event is delivered before a listener is added.
        let collection = fixture.queue.sync {
            let collection = root.liveCollection(pageSize: 0, queue: nil)
            collection.on("dataError", queue: nil) { heard.value.append($0.error?.message ?? "") }
            return collection
        }
        fixture.flush()
        #expect(collection.loadingStatus == .error)
        collection.nextPage()
        fixture.flush()
        #expect(collection.loadingStatus == .error)
        #expect(heard.value.count == 2)
        heard.value.removeLast()
        #expect(heard.value == ["A page of 0 children of / makes no sense; use a page size of 1 or more."])
    }
}
