import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import Dispatch
import TestSupport
import Testing

@Suite("Concurrent calls from eight threads", .timeLimit(.minutes(30)))
struct ThreadTests {
    static let threads = 8
    static let rounds = 100
    let fixture: ClientFixture
    let device: Device
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1]])
        device = fixture.device()
    }

    /// Runs a closure on each thread.
    private func onAll(_ body: @escaping @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: Self.threads, execute: body)
    }

    @Test("concurrent writes of all dialects all arrive, and each settles once")
    func writing() throws {
        let (device, log, rounds) = (device, log, Self.rounds)
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "sum")
        onAll { thread in
            for round in 0..<rounds {
                switch (thread + round) % 3 {
                case 0: device.legacy.child("sum").increment(queue: nil, log.note(end:))
                case 1: log.note(device.node("sum").increment())
                default: log.note(node.promise.increment())
                }
            }
        }
        fixture.flush()
        #expect(log.entries == Array(repeating: "ok", count: Self.threads * rounds))
        #expect((fixture.embedded.data as? [String: Any])?["sum"] as? Int == Self.threads * rounds)
    }

    @Test("subscriptions that begin and end on all threads each complete once")
    func subscribing() throws {
        let (device, fixture, log, rounds) = (device, fixture, log, Self.rounds)
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "list")
        onAll { thread in
            let legacy = device.legacy.child("list")
            for round in 0..<rounds {
                let listener = legacy.on("child_added", queue: fixture.queue) { _, _ in }
                let callback = Webcom.Callback(queue: fixture.queue) { _ in }.onCanceled(queue: nil) { _ in
                    log.note("end")
                }
                device.node("list").subscribe(Webcom.Event.ValueChange, callback, round % 2 == 0 ? .None : .First(3))
                let subscription = node.subscribe(to: .childEvent, queue: fixture.queue) { _ in
                } onCompletion: { _ in
                    log.note("end")
                }
                legacy.child("\(thread)").set(round)
                legacy.off("child_added", listener)
                device.node("list").unsubscribe(callback)
                subscription?.cancel()
                subscription?.cancel()
            }
        }
        fixture.flush()
        #expect(log.entries.count == Self.threads * rounds * 2)
        #expect(fixture.listenCount == 0)
        #expect(manager.debugDescription == "DatasyncManager of bench: []")
    }

    @Test("a subscription that many threads cancel completes once, and no event follows")
    func ending() throws {
        for _ in 0..<20 {
            let (log, fixture, device) = (Log(), fixture, device)
            let manager = device.manager()
            let isOver = Box(false)
            let subscription = try manager.nodeThrows(for: "list").subscribe(queue: fixture.queue) { event in
                if isOver.value { log.note("late") }
            } onCompletion: {
                log.note("\($0)")
            }
            onAll { thread in
                device.legacy.child("list/a").set(thread)
                subscription?.cancel()
                fixture.queue.sync { isOver.value = true }
                device.legacy.child("list/a").set(thread + 100)
            }
            fixture.flush()
            #expect(log.entries == ["cancellation"])
        }
    }

    @Test("events of one subscription arrive in order, whichever client writes")
    func order() {
        let (device, log) = (device, log)
        let fixture = fixture
        let value = Box(0.0)
        device.legacy.child("sum").on("value", queue: fixture.queue) { snapshot, _ in
            let now = snapshot.val() as? Double ?? 0
            if now < value.value { log.note("\(now) after \(value.value)") }
            value.value = now
        }
        let other = fixture.device()
        onAll { thread in
            for _ in 0..<Self.rounds { (thread % 2 == 0 ? device : other).legacy.child("sum").increment { _ in } }
        }
        fixture.flush()
        #expect(log.entries == [])
        #expect(value.value == Double(Self.threads * Self.rounds))
    }

    @Test("transactions from all threads all count")
    func transactions() {
        let (device, log) = (device, log)
        onAll { _ in
            for _ in 0..<20 {
                device.legacy.child("sum").transaction({ (($0 as? Double) ?? 0) + 1 }, queue: nil) {
                    error, committed, _ in
                    log.note("\(error?.code.rawValue ?? "ok") \(committed)")
                }
            }
        }
        fixture.flush()
        #expect(log.entries == Array(repeating: "ok true", count: Self.threads * 20))
        #expect((fixture.embedded.data as? [String: Any])?["sum"] as? Int == Self.threads * 20)
    }

    @Test("iterators that many tasks create, use and release leave no listen at the back end")
    func iterating() async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "list")
        let other = fixture.device()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<Self.threads {
                group.addTask {
                    var count = 0
                    for _ in 0..<20 {
                        for try await _ in node.events(.childEvent) {
                            count += 1
                            other.legacy.child("list/\(task)").set(count)
                            break
                        }
                    }
                    return count
                }
            }
            for try await count in group { #expect(count == 20) }
        }
        #expect(fixture.listenCount == 0)
    }

    @Test("tasks that are cancelled while events arrive all end")
    func cancellingTasks() async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "list")
        let other = fixture.device().legacy.child("list/a")
        let tasks = (0..<Self.threads).map { _ in
            Task {
                var count = 0
                for try await _ in node.events() { count += 1 }
                return count
            }
        }
        for number in 0..<50 { other.set(number) }
        for task in tasks { task.cancel() }
        for number in 0..<50 { other.set(number) }
        for task in tasks { #expect(try await task.value <= 101) }
        #expect(fixture.listenCount == 0)
    }
}
