import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import Dispatch
import TestSupport
import Testing

extension Regressions {
    @Suite("Order on concurrent delivery queues", .timeLimit(.minutes(20)))
    struct ConcurrentQueueTests {
        /// A client whose default queue is the queue of the test.
        private struct ScreenFixture {
            let fixture: ClientFixture
            let device: Device
            let queue: DispatchQueue
            let log = Log()

            init(isConcurrent: Bool) throws {
                fixture = try ClientFixture(["n": 0, "list": ["a": 0]])
                device = fixture.device()
                queue = DispatchQueue(label: "delivery", attributes: isConcurrent ? .concurrent : [])
                device.application.defaultQueue = queue
                device.application.diagnostics = { _ in }
            }

            func flush() { for _ in 0..<6 { queue.sync(flags: .barrier) {} } }
        }

        private static let rounds = 200

        /// The events and the completion of each write, in the order of the transitions.
        private static var expected: [String] {
            ["event 0 acked"]
                + (1...rounds).flatMap { ["event \($0) local", "event \($0) acked", "completion \($0)"] }
        }

        @Test("completions come after the events of their transition: legacy", arguments: [true, false])
        func legacy(isConcurrent: Bool) throws {
            let stage = try ScreenFixture(isConcurrent: isConcurrent)
            let (log, node) = (stage.log, stage.device.legacy.child("n"))
            node.on(["value", "value_ack"], queue: stage.queue) { snapshot, _ in
                log.note("event \(snapshot.text) \(snapshot.acknowledged() ? "acked" : "local")")
            }
            for number in 1...Self.rounds {
                node.set(number, queue: stage.queue) { _ in log.note("completion \(number)") }
            }
            stage.flush()
            #expect(log.entries == Self.expected)
            node.off()
        }

        @Test("handlers of promises come after the events of their transition: callback", arguments: [true, false])
        func callback(isConcurrent: Bool) throws {
            let stage = try ScreenFixture(isConcurrent: isConcurrent)
            let (log, node) = (stage.log, stage.device.node("n"))
            let callback = Webcom.Callback(queue: stage.queue) { snapshot in
                log.note("event \(snapshot.text) \(snapshot.acked ? "acked" : "local")")
            }.includeAcknowledgements()
            node.subscribe(Webcom.Event.ValueChange, callback)
            for number in 1...Self.rounds {
                let promise = node.set(number)
                _ =
                    number % 2 == 0
                    ? promise.done(on: stage.queue) { log.note("completion \(number)") }
                    : promise.then(on: stage.queue) { _ in
                        log.note("completion \(number)")
                        return .value(())
                    }
            }
            stage.flush()
            #expect(log.entries == Self.expected)
            callback.onCanceled(queue: nil) { _ in }
            node.unsubscribe(callback)
        }

        @Test("awaits and handlers come after the events of their transition: async", arguments: [true, false])
        func asynchronous(isConcurrent: Bool) async throws {
            let stage = try ScreenFixture(isConcurrent: isConcurrent)
            let log = stage.log
            let manager = stage.device.manager()
            let node = try manager.nodeThrows(for: "n")
            node.subscribe(to: .valueEvent, queue: stage.queue) { event in
                log.note("event \(event.value) \(event.acked ? "acked" : "local")")
            }
            for number in 1...Self.rounds {
                if number % 2 == 0 {
                    try await node.set(number)
                    log.note("completion \(number)")
                } else {
                    try await node.promise.set(number).done(on: stage.queue) { log.note("completion \(number)") }.value
                }
            }
            stage.flush()
            #expect(log.entries == Self.expected)
        }

        @Test("cancelling inside a callback is followed by no event", arguments: [true, false], 1...20)
        func cancelling(isConcurrent: Bool, round: Int) throws {
            let stage = try ScreenFixture(isConcurrent: isConcurrent)
            let (log, device) = (stage.log, stage.device)
            device.legacy.child("list").on("child_changed", queue: stage.queue) { snapshot, _ in
                log.note("legacy")
                snapshot.ref().parent()?.off()
            }
            let held = Box<Webcom.Callback?>(nil)
            let callback = Webcom.Callback(queue: stage.queue) { snapshot in
                log.note("callback")
                if let callback = held.value { snapshot.node.parent?.unsubscribe(callback) }
            }.onCanceled(queue: stage.queue) { _ in }
            held.value = callback
            device.node("list").subscribe(Webcom.Event.Child.Change, callback)
            let manager = device.manager()
            try manager.nodeThrows(for: "list").subscribe(to: .childChange, queue: stage.queue) { event in
                log.note("async")
                event.subscription.cancel()
            }
            let other = stage.fixture.device().legacy.child("list/a")
            for number in 1...100 { other.set(number) }
            stage.flush()
            held.value = nil
            #expect(log.entries.sorted() == ["async", "callback", "legacy"])
        }
    }
}
