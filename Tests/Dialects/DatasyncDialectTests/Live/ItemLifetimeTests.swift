import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import Dispatch
import TestSupport
import Testing

@Suite("Lifetime of item subscriptions", .timeLimit(.minutes(30)))
struct ItemLifetimeTests {
    private static let second = ItemSecondLevel(fields: ["x"]) { key in "details/\(key)" }
    private static var data: [String: Any] {
        ["place": ["list": ["k": ["a": 1], "l": ["a": 2]], "details": ["k": ["x": 1], "l": ["x": 2]]]]
    }

    @Test("releasing a subscription ends its listens, also those of the second level")
    func letGo() throws {
        let fixture = try ClientFixture(Self.data)
        let device = fixture.device()
        weak var first: ItemSubscription?
        weak var second: Webcom.ItemSubscription?
        let heard = Log()
        do {
            let legacy = device.legacy.child("place").itemSubscription(
                mode: .command, items: ["list"], fields: ["a"], secondLevel: Self.second, queue: nil)
            legacy.on("unsubscription", queue: nil) { _ in heard.note("over") }
            let callback = device.node("place").itemSubscription(
                mode: .command, items: ["list"], fields: ["a"], secondLevel: Self.second, queue: nil)
            callback.addListener(queue: nil) { event in if event.name == "unsubscription" { heard.note("over") } }
            legacy.subscribe()
            callback.subscribe()
            fixture.flush()
            (first, second) = (legacy, callback)
            #expect(fixture.listenCount == 3)
        }
        fixture.flush()
        #expect(first == nil && second == nil)
        #expect(fixture.listenCount == 0)
        #expect(heard.entries.isEmpty)
    }

    @Test("a loop whose task is cancelled ends its listens", arguments: [false, true])
    func cancelledTask(readsUpdates: Bool) async throws {
        let fixture = try ClientFixture(Self.data)
        let manager = fixture.device().manager()
        let items = try manager.nodeThrows(for: "place").items(
            mode: .command, items: ["list"], fields: ["a"], secondLevel: Self.second, queue: nil)
        let (hasAll, all) = AsyncStream.makeStream(of: Void.self)
        let task = Task { () throws(WebcomError) -> Int in
            var count = 0
            if readsUpdates {
                for try await _ in items.updates {
                    count += 1
                    if count == 4 { all.finish() }
                }
            } else {
                for try await event in items.events where event.update != nil {
                    count += 1
                    if count == 4 { all.finish() }
                }
            }
            return count
        }
        for await _ in hasAll {}
        #expect(fixture.listenCount == 3)
        task.cancel()
        #expect(try await task.value == 4)
        fixture.flush()
        #expect(fixture.listenCount == 0)
    }

    @Test("leaving a loop, and releasing an iterator that was never used, end their listens")
    func leftLoop() async throws {
        let fixture = try ClientFixture(Self.data)
        let manager = fixture.device().manager()
        let items = try manager.nodeThrows(for: "place").items(
            mode: .command, items: ["list"], fields: ["a"], queue: nil)
        for try await update in items.updates {
            #expect(update.value(withFieldName: "key") == "k")
            break
        }
        fixture.flush()
        #expect(fixture.listenCount == 0)
        do {
            let iterator = items.events.makeAsyncIterator()
            fixture.flush()
            #expect(fixture.listenCount == 1)
            _ = iterator
        }
        fixture.flush()
        #expect(fixture.listenCount == 0)
    }

    @Test("two loops over one sequence are two subscriptions, each with its own snapshot")
    func twoLoops() async throws {
        let fixture = try ClientFixture(Self.data)
        let manager = fixture.device().manager()
        let items = try manager.nodeThrows(for: "place").items(
            mode: .command, items: ["list"], fields: ["a"], queue: nil)
        for _ in 0..<2 {
            var keys: [String?] = []
            for try await event in items.events {
                if event.name == "end_of_snapshot" { break }
                if let update = event.update { keys.append(update.value(withFieldName: "key")) }
            }
            #expect(keys == ["k", "l"])
        }
    }

    @Test("an error is thrown after all earlier events")
    func thrown() async throws {
        let fixture = try ClientFixture(
            ["place": ["one": ["a": 1]]], rules: #"{"rules": {"place": {"one": {".read": true}}}}"#)
        let manager = fixture.device().manager()
        let items = try manager.nodeThrows(for: "place").items(
            mode: .merge, items: ["one", "two"], fields: ["a"], queue: nil)
        var told: [String] = []
        do throws(WebcomError) {
            for try await update in items.updates { told.append(update.description) }
            Issue.record("The loop ended without an error.")
        } catch {
            told.append(error.code.rawValue)
        }
        #expect(told == ["one snapshot: a*=1", "permissionDenied"])
        fixture.flush()
        #expect(fixture.listenCount == 0)
    }

    @Test("subscribing and unsubscribing on eight threads leaves no late call and no listen")
    func threads() async throws {
        let fixture = try ClientFixture(Self.data)
        let device = fixture.device()
        let manager = device.manager()
        let late = Box(0)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<60 {
                        let isOver = Box(false)
                        device.legacy.child("place/details/k/x").set(round)
                        switch (worker + round) % 4 {
                        case 0:
                            let subscription = device.legacy.child("place").itemSubscription(
                                mode: .command, items: ["list"], fields: ["a"], secondLevel: Self.second, queue: nil)
                            subscription.on("item_update", queue: nil) { _ in if isOver.value { late.value += 1 } }
                            subscription.subscribe()
                            device.legacy.child("place/list/\(worker)").set(["a": round])
                            fixture.queue.sync {
                                subscription.unsubscribe()
                                isOver.value = true
                            }
                        case 1:
                            let subscription = device.node("place").itemSubscription(
                                mode: .merge, items: ["list/k", "list/l"], fields: ["a"], queue: nil)
                            subscription.addListener(queue: nil) { event in
                                if isOver.value && event.update != nil { late.value += 1 }
                            }
                            subscription.subscribe()
                            device.legacy.child("place/list/k/a").set(round)
                            subscription.unsubscribe()
                            fixture.queue.sync { isOver.value = true }
                        case 2:
                            guard let node = manager.node(for: "place") else { continue }
                            let items = node.items(
                                mode: .distinct, items: ["list"], fields: ["a"], requestedSnapshot: .length(1),
                                queue: nil)
                            let task = Task { for try await _ in items.updates {} }
                            device.legacy.child("place/list/\(worker)").set(nil)
                            task.cancel()
                            _ = await task.result
                        default:
                            let subscription = device.node("place").itemSubscription(
                                mode: .command, items: ["list"], fields: ["a"], secondLevel: Self.second, queue: nil)
                            subscription.subscribe()
                            device.legacy.child("place/list/k").set(round % 8 == 0 ? nil : ["a": round])
                            if round % 3 == 0 { fixture.queue.sync {} }
                        }
                    }
                }
            }
        }
        fixture.flush()
        #expect(late.value == 0)
        #expect(fixture.listenCount == 0)
    }

    @Test("one subscription on eight threads: begins and ends alternate when each call waits for its event")
    func turns() async throws {
        let fixture = try ClientFixture(Self.data)
        let device = fixture.device()
        let heard = Log()
        let subscription = device.node("place").itemSubscription(
            mode: .merge, items: ["list/k"], fields: ["a"], queue: nil)
        subscription.addListener(queue: nil) { event in heard.note(event.name) }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        fixture.queue.sync {
                            if worker % 2 == 0 { subscription.subscribe() } else { subscription.unsubscribe() }
                        }
                        device.legacy.child("place/list/k/a").set(round)
                        fixture.queue.sync {}
                    }
                }
            }
        }
        subscription.unsubscribe()
        fixture.flush()
        #expect(!subscription.isSubscribed)
        #expect(fixture.listenCount == 0)
        #expect(heard.entries.last == "unsubscription")
    }
}
