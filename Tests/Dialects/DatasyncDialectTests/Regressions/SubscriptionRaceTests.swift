import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import DatasyncTree
import Dispatch
import Foundation
import TestSupport
import Testing

extension Regressions {
    @Suite("Concurrent begins and ends of subscriptions", .timeLimit(.minutes(10)))
    struct SubscriptionRaceTests {
        private let fixture: ClientFixture
        private let device: Device
        private let log = Log()

        init() throws {
            fixture = try ClientFixture(["list": ["a": 1]])
            device = fixture.device()
            device.application.diagnostics = { _ in }
        }

        @Test(
            "no subscription remains after concurrent unsubscribeFromAll and release of the manager",
            arguments: 1...60)
        func unsubscribeFromAll(round: Int) {
            let (device, queue) = (device, fixture.queue)
            let held = Box<DatasyncManager?>(device.manager())
            DispatchQueue.concurrentPerform(iterations: 6) { thread in
                for step in 0..<10 {
                    // A manager that is released here cancels its stored subscriptions.
                    guard let manager = held.value else { return }
                    switch thread % 3 {
                    case 0, 1:
                        manager["list"].subscribe(
                            to: thread == 0 ? .valueChange : .childEvent, queue: queue, onEvent: { _ in },
                            onCompletion: { _ in })
                    default: manager.unsubscribeFromAll()
                    }
                    if thread == 5, step == 5 { held.value = nil }
                }
            }
            held.value = nil
            fixture.flush()
            #expect(device.application.client.listeners.isEmpty)
            #expect(fixture.listenCount == 0)
        }

        @Test("no subscription remains with the executor of the product either", arguments: 1...20)
        func unsubscribeFromAllOfProduct(round: Int) async throws {
            let backend = EmbeddedBackend()
            let application = WebcomApplication(
                configuration: WebcomConfiguration(identifier: "race", platform: .embedded(in: backend)))
            let queue = fixture.queue
            let held = Box<DatasyncManager?>(application.datasyncService.createManager())
            DispatchQueue.concurrentPerform(iterations: 6) { thread in
                for step in 0..<10 {
                    guard let manager = held.value else { return }
                    if thread % 3 == 2 {
                        manager.unsubscribeFromAll()
                    } else {
                        manager["list"].subscribe(queue: queue) { _ in }
                    }
                    if thread == 5, step == 5 { held.value = nil }
                }
            }
            held.value = nil
            let client = application.client
            while !client.listeners.isEmpty || !client.engine.isIdle || !backend.backend.isIdle {
                fixture.flush()
                await Task.yield()
            }
            #expect(client.engine.inspect { $0.replica.neededListens.isEmpty })
        }

        @Test("one callback that many threads subscribe to one node is one subscription", arguments: 1...20)
        func sharedCallback(round: Int) {
            let (device, log) = (device, log)
            let callback = Webcom.Callback(queue: fixture.queue) { snapshot in
                log.note(snapshot.event.isCancelation ? "end" : "event \(snapshot.text)")
            }
            DispatchQueue.concurrentPerform(iterations: 16) { _ in
                device.node("list/a").subscribe(Webcom.Event.ValueChange, callback)
            }
            fixture.flush()
            #expect(log.take() == ["event 1"])
            #expect(fixture.listenCount == 1)
            fixture.device().legacy.child("list/a").set(round + 1)
            fixture.flush()
            #expect(log.take() == ["event \(round + 1)"])
            device.node("list/a").unsubscribe(callback)
            fixture.flush()
            #expect(log.entries == ["end"])
            #expect(device.application.client.listeners.isEmpty)
            #expect(fixture.listenCount == 0)
        }

        /// The ways to end many subscriptions of one node.
        enum Ending: String, CaseIterable, Sendable {
            case subscription
            case unsubscribeFromAll
            case off
        }

        @Test("ending 8,000 subscriptions of one node costs in proportion to ending 2,000", arguments: Ending.allCases)
        func cost(ending: Ending) throws {
            // The first round includes one-time setup.
            _ = try seconds(ending, count: 500)
            // Other processes disturb the caches: the smallest of three is the cost.
            let few = try (0..<3).map { _ in try seconds(ending, count: 2_000) }.min() ?? 0
            let many = try (0..<3).map { _ in try seconds(ending, count: 8_000) }.min() ?? 0
            #expect(many < few * 8, "\(few) s, then \(many) s")
            #expect(device.application.client.listeners.isEmpty)
            #expect(fixture.listenCount == 0)
        }

        /// Returns the processor time of this thread for ending some subscriptions.
        private func seconds(_ ending: Ending, count: Int) throws -> Double {
            let manager = device.manager()
            let node = try manager.nodeThrows(for: "list")
            let legacyNode = device.legacy.child("list")
            var ends: [() -> Void] = []
            for _ in 0..<count {
                switch ending {
                case .subscription:
                    let subscription = node.subscribe(queue: fixture.queue) { _ in }
                    ends.append { subscription?.cancel() }
                case .unsubscribeFromAll: node.subscribe(queue: fixture.queue) { _ in }
                case .off: legacyNode.on("value", queue: fixture.queue) { _, _ in }
                }
            }
            if ending == .unsubscribeFromAll { ends = [{ manager.unsubscribeFromAll() }] }
            if ending == .off { ends = [{ legacyNode.off() }] }
            fixture.flush()
            let start = Self.threadTime
            for end in ends { end() }
            let spent = Self.threadTime - start
            fixture.flush()
            return spent
        }

        private static var threadTime: Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        @Test("forgetData is applied when another thread drains while the last reference is released")
        func forgetWhileDraining() async throws {
            let (device, log) = (device, log)
            let manager = device.application.datasyncService.createManager(
                completedSubscriptionPolicy: .forgetData, callbackQueue: fixture.queue)
            let node = try #require(manager.node(for: "list"))
            let held = Box(node.subscribe(stores: false, queue: fixture.queue) { _ in })
            fixture.flush()
            let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            // Without an executor, the thread that drains runs the function.
            let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
            DispatchQueue.global().async {
                device.legacy.child("n").transaction(
                    { _ in
                        entered.signal()
                        gate.wait()
                        return 1
                    }, queue: nil
                ) { error, _, _ in
                    log.note(end: error)
                    continuation.yield()
                }
            }
            DispatchQueue.global().async {
                entered.wait()
                held.value?.cancel()
                held.value = nil
                gate.signal()
            }
            for await _ in ends { break }
            fixture.flush()
            #expect(log.entries == ["ok"])
            device.port.drop()
            #expect(try await !node.value().isKnown)
        }
    }
}
