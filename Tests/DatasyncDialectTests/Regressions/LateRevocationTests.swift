import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import Dispatch
import Testing

extension Regressions {
    @Suite("A revocation that comes late", .timeLimit(.minutes(30)))
    struct LateRevocationTests {
        let bench: Bench
        let device: Device
        let log = Log()

        init() throws {
            bench = try Bench(["a": 1])
            device = bench.device()
        }

        /// Revokes while the queue stands still, and lets everybody read again.
        private func revoke(thenMeanwhile body: () -> Void = {}) throws {
            bench.queue.suspend()
            defer { bench.queue.resume() }
            try bench.embedded.setRules(closed)
            try bench.embedded.setRules("null")
            body()
        }

        @Test("does not follow the one event of once")
        func once() throws {
            let log = log
            bench.queue.suspend()
            device.legacy.child("a").once("value", queue: nil) { snapshot, _ in
                log.note(snapshot.text)
            } revoked: { _ in
                log.note("revoked")
            }
            try bench.embedded.setRules(closed)
            bench.queue.resume()
            bench.flush()
            #expect(log.entries == ["1"])
        }

        @Test("does not follow off in the event before it")
        func off() throws {
            let (log, node) = (log, device.legacy.child("a"))
            bench.queue.suspend()
            node.on("value", queue: nil) { snapshot, _ in
                log.note(snapshot.text)
                node.off()
            } revoked: { _ in
                log.note("revoked")
            }
            try bench.embedded.setRules(closed)
            bench.queue.resume()
            bench.flush()
            #expect(log.entries == ["1"])
        }

        @Test("does not end the listener that came after the one it was meant for")
        func stale() throws {
            let (log, node) = (log, device.legacy.child("a"))
            node.on("value", queue: nil) { _, _ in }
            device.port.hold()
            node.off()
            node.on("value", queue: nil) { snapshot, _ in
                log.note(snapshot.text)
            } revoked: { _ in
                log.note("revoked")
            }
            try bench.embedded.setRules(closed)
            try bench.embedded.setRules("null")
            device.port.release()
            bench.flush()
            #expect(log.entries == ["1"])
            #expect(bench.listenCount == 1)
        }

        private static let bothTimes = ["value a acked 1", "revocation a acked null", "value a acked 1"]

        @Test("does not hinder subscribing the callback again before it is delivered")
        func againBefore() throws {
            let (log, node) = (log, device.node("a"))
            let callback = Webcom.Callback(queue: nil) { log.note($0, $1) }
            node.subscribe(Webcom.Event.ValueChange, callback)
            bench.flush()
            try revoke { node.subscribe(Webcom.Event.ValueChange, callback) }
            bench.flush()
            #expect(log.entries == Self.bothTimes)
            #expect(bench.listenCount == 1)
        }

        @Test("does not hinder subscribing the callback again while it is delivered")
        func againInside() throws {
            let (log, node, held) = (log, device.node("a"), Box<Webcom.Callback?>(nil))
            let callback = Webcom.Callback(queue: nil) { snapshot, previous in
                log.note(snapshot, previous)
                guard snapshot.event.isRevocation, let callback = held.value else { return }
                node.subscribe(Webcom.Event.ValueChange, callback)
            }
            held.value = callback
            node.subscribe(Webcom.Event.ValueChange, callback)
            bench.flush()
            try revoke()
            bench.flush()
            held.value = nil
            #expect(log.entries == Self.bothTimes)
            #expect(bench.listenCount == 1)
        }
    }
}
