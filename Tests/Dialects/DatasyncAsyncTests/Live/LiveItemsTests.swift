import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import Observation
import TestSupport
import Testing

/// Tests of the list of a live collection, which changes only where a child does.
@Suite("Items of live collections")
struct LiveItemsTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager

    init() throws {
        fixture = try ClientFixture()
        device = fixture.device()
        manager = device.manager()
    }

    private func collection(_ order: WebcomOrder = .key, pageSize: Int = 1_000) -> DatasyncLiveCollection<[String: Int]>
    {
        manager["list"].liveCollection(of: [String: Int].self, pageSize: pageSize, order: order, queue: fixture.queue)
    }

    private func shown(_ collection: DatasyncLiveCollection<[String: Int]>) -> [String] {
        collection.items.map { "\($0.id)\($0.model["n"] ?? -1)" }
    }

    @Test("random changes leave the items of a new collection, in each order", arguments: [0, 1])
    func random(_ turn: Int) throws {
        var random = SeededGenerator(salt: UInt64(39_100 + turn))
        let order = turn == 0 ? WebcomOrder.key : .child("n")
        let live = collection(order, pageSize: 40)
        for round in 0..<120 {
            var changes: [String: Any] = [:]
            for _ in 0...random.below(4) {
                let key = "k\(random.below(60))"
                // A text cannot be decoded.
                changes[key] = random.chance(10) ? "text" : ["n": random.below(9)]
                if random.chance(15) { manager["list/\(key)"].promise.clear() }
            }
            manager["list"].promise.merge(.raw, with: changes)
            if random.chance(5) { live.nextPage() }
            if random.chance(5) { live.resetPage() }
            fixture.flush()
            // A collection that begins now decodes all of its children.
            let pages = collection(order, pageSize: 40)
            fixture.flush()
            while pages.items.count < live.items.count, pages.hasMore {
                pages.nextPage()
                fixture.flush()
            }
            #expect(shown(live) == shown(pages), "round \(round), \(Seed.note)")
            #expect(live.models.map(\.id) == live.items.map(\.id))
            #expect(live.error?.path == pages.error?.path, "round \(round), \(Seed.note)")
        }
    }

    @Test("many rows that come, move and go at once have their places")
    func bulk() {
        let rows = (0..<4_000).map { ("k\($0)", ["n": $0 * 7_919 % 4_000]) }
        let live = collection(.child("n"), pageSize: 4_000)
        manager["list"].promise.set(.raw, Dictionary(rows) { $1 })
        fixture.flush()
        #expect(live.items.map { $0.model["n"] } == Array(0..<4_000))
        // Each row gets another place.
        manager["list"].promise.set(.raw, Dictionary(rows.map { ($0, ["n": 4_000 - ($1["n"] ?? 0)]) }) { $1 })
        fixture.flush()
        #expect(live.items.map { $0.model["n"] } == Array(1...4_000))
        manager["list"].promise.clear()
        fixture.flush()
        #expect(live.items.isEmpty)
    }

    @Test("a value that is only acknowledged is not decoded again")
    func decodedOnce() {
        /// A model that differs each time that it is decoded.
        struct Counted: Decodable {
            static let decoded = Guarded(0)
            let number: Int

            init(from decoder: any Decoder) throws {
                _ = try decoder.singleValueContainer().decode(Int.self)
                number = Self.decoded.withLock { count in
                    count += 1
                    return count
                }
            }
        }
        let live = manager["n"].liveObject(as: Counted.self, queue: fixture.queue)
        device.port.hold()
        manager["n"].promise.set(.raw, 1)
        fixture.flush()
        #expect(live.model?.number == 1 && live.dataStatus == .local)
        device.port.release()
        fixture.flush()
        #expect(live.model?.number == 1 && live.dataStatus == .fresh)
    }

    @Test("a child that cannot be decoded has no item, and has its place again when it can")
    func undecodable() {
        manager["list"].promise.set(.raw, ["a": ["n": 1], "b": ["n": 2], "c": ["n": 3]])
        let live = collection()
        fixture.flush()
        manager["list/b"].promise.set(.raw, "text")
        fixture.flush()
        #expect(shown(live) == ["a1", "c3"])
        #expect(live.error?.path == "/list/b")
        manager["list/b/n"].promise.set(.raw, 4)
        fixture.flush()
        #expect(shown(live) == ["a1", "b4", "c3"])
        #expect(live.error == nil)
    }

    @Test("a change notifies those who read a property that it changes, and nobody else")
    func observation() {
        manager["list"].promise.set(.raw, ["a": ["n": 1]])
        let live = collection()
        fixture.flush()
        device.port.hold()
        let (rows, statuses, pages) = (Box(0), Box(0), Box(0))
        func track() {
            withObservationTracking {
                _ = live.items
            } onChange: {
                rows.value += 1
            }
            withObservationTracking {
                _ = (live.dataStatus, live.loadingStatus)
            } onChange: {
                statuses.value += 1
            }
            withObservationTracking {
                _ = live.hasMore
            } onChange: {
                pages.value += 1
            }
        }
        track()
        manager["list/a/n"].promise.set(.raw, 2)
        fixture.flush()
        #expect([rows.value, statuses.value, pages.value] == [1, 1, 0])
        track()
        // The acknowledgement changes the status, and no row.
        device.port.release()
        fixture.flush()
        #expect([rows.value, statuses.value, pages.value] == [1, 2, 0])
        #expect(live.dataStatus == .fresh)
        live.dispose()
        #expect([rows.value, statuses.value, pages.value] == [2, 2, 0])
    }
}
