import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import DatasyncLive
import DatasyncTree
import Dispatch
import Testing

@Suite("Lifetime of live objects", .timeLimit(.minutes(30)))
struct LiveLifetimeTests {
    @Test("an object without references is released, and its listen ends")
    func letGo() throws {
        let fixture = try ClientFixture(["place": ["a": 1]])
        let device = fixture.device()
        let manager = device.manager()
        weak var object: LiveObject?
        weak var collection: Webcom.LiveCollection?
        weak var observed: DatasyncLiveObject<[String: Int]>?
        do {
            let first = device.legacy.child("place").liveObject(queue: nil)
            first.on("dataUpdated", queue: nil) { _ in }
            let second = device.node("place").liveCollection(queue: nil)
            _ = second.observe(queue: nil) { _ in }
            let third = try manager.nodeThrows(for: "place").liveObject(as: [String: Int].self, queue: nil)
            fixture.flush()
            (object, collection, observed) = (first, second, third)
            #expect(fixture.listenCount > 0)
        }
        fixture.flush()
        #expect(object == nil && collection == nil && observed == nil)
        #expect(fixture.listenCount == 0)
    }

    @Test("a loop over the updates retains the object, and cancelling its task releases it")
    func loop() async throws {
        let fixture = try ClientFixture(["place": 1])
        let device = fixture.device()
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "place")
        let (hasBegun, began) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await update in node.liveObject(as: Int.self, queue: nil).updates where update.model == 1 {
                began.finish()
            }
        }
        for await _ in hasBegun {}
        #expect(fixture.listenCount == 1)
        task.cancel()
        await task.value
        // The iterator is released with the task's frame.
        while fixture.listenCount > 0 { await Task.yield() }
    }

    @Test(
        "disposing, releasing, invalidating and paging on eight threads leaves no late call and no listen"
    )
    func threads() async throws {
        let fixture = try ClientFixture(["place": ["a": 1, "b": 2, "c": 3, "d": 4]])
        let device = fixture.device()
        let manager = device.manager()
        let late = Box(0)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<60 {
                        let isOver = Box(false)
                        switch (worker + round) % 4 {
                        case 0:
                            let object = device.legacy.child("place/a").liveObject(queue: nil)
                            for event in LiveChange.allCases {
                                object.on(event.rawValue, queue: nil) { _ in if isOver.value { late.value += 1 } }
                            }
                            device.legacy.child("place/a").set(round)
                            object.dispose()
                            fixture.queue.sync { isOver.value = true }
                        case 1:
                            let collection = device.legacy.child("place").liveCollection(pageSize: 1, queue: nil)
                            collection.on("dataUpdated", queue: nil) { [weak collection] _ in
                                if isOver.value { late.value += 1 }
                                collection?.nextPage()
                            }
                            device.legacy.child("place/\(worker)").set(round)
                            fixture.queue.sync {}
                            collection.resetPage()
                            fixture.queue.sync {
                                collection.dispose()
                                isOver.value = true
                            }
                        case 2:
                            let token = device.node("place").liveObject(queue: nil).observe(queue: nil) { _ in
                                if isOver.value { late.value += 1 }
                            }
                            device.legacy.child("place/\(worker)").set(round)
                            fixture.queue.sync {
                                token.invalidate()
                                isOver.value = true
                            }
                        default:
                            guard let node = manager.node(for: "place/\(worker)") else { continue }
                            let object = node.liveObject(as: Int.self, queue: nil)
                            let task = Task { for await _ in object.updates {} }
                            device.legacy.child("place/\(worker)").set(round)
                            if round % 2 == 0 { task.cancel() } else { object.dispose() }
                            await task.value
                        }
                    }
                }
            }
        }
        fixture.flush()
        #expect(late.value == 0)
        #expect(fixture.listenCount == 0)
    }

    @Test("a page of 100,000 children costs its window, and a changed item costs that item")
    func largeList() throws {
        let entries = (0..<100_000).map { (Key(unchecked: "k\(100_000 + $0)"), Node.number(Double($0))) }
        var limits = Limits()
        limits.children = 200_000
        let fixture = ClientFixture(
            state: BackendState(
                data: Node(Children([(Key(unchecked: "list"), Node(Children(entries)))])), limits: limits))
        let counter = Box<[Int]>([])
        let device = fixture.device { count in counter.value.append(count) }
        let collection = device.legacy.child("list").liveCollection(queue: nil)
        fixture.flush()
        #expect(collection.models.count == 20 && collection.hasMore)
        #expect(counter.value == [21])
        collection.nextPage()
        fixture.flush()
        #expect(collection.models.count == 40 && collection.hasMore)
        #expect(counter.value == [21, 41])
        #expect(fixture.listenCount == 1)
        fixture.device().legacy.child("list/k100005").set("other")
        fixture.flush()
        #expect(collection.models[5].text == #""other""#)
        // One push carries the one child that changed.
        #expect(counter.value == [21, 41, 1])
    }
}
