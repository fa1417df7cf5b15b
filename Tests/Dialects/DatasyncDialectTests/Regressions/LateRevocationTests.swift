import ClientTestSupport
import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import Dispatch
import TestSupport
import Testing

extension Regressions {
    @Suite("Late revocations", .timeLimit(.minutes(30)))
    struct LateRevocationTests {
        let fixture: ClientFixture
        let device: Device
        let log = Log()

        init() throws {
            fixture = try ClientFixture(["a": 1])
            device = fixture.device()
        }

        /// Revokes while the queue is suspended, and then allows reading again.
        private func revoke(thenMeanwhile body: () -> Void = {}) throws {
            fixture.queue.suspend()
            defer { fixture.queue.resume() }
            try fixture.embedded.setRules(closed)
            try fixture.embedded.setRules("null")
            body()
        }

        @Test("a late revocation does not follow the one event of once")
        func once() throws {
            let log = log
            fixture.queue.suspend()
            device.legacy.child("a").once("value", queue: nil) { snapshot, _ in
                log.note(snapshot.text)
            } revoked: { _ in
                log.note("revoked")
            }
            try fixture.embedded.setRules(closed)
            fixture.queue.resume()
            fixture.flush()
            #expect(log.entries == ["1"])
        }

        @Test("a late revocation does not follow off in an earlier event")
        func off() throws {
            let (log, node) = (log, device.legacy.child("a"))
            fixture.queue.suspend()
            node.on("value", queue: nil) { snapshot, _ in
                log.note(snapshot.text)
                node.off()
            } revoked: { _ in
                log.note("revoked")
            }
            try fixture.embedded.setRules(closed)
            fixture.queue.resume()
            fixture.flush()
            #expect(log.entries == ["1"])
        }

        @Test("a late revocation does not end a listener that was registered after the revoked one")
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
            try fixture.embedded.setRules(closed)
            try fixture.embedded.setRules("null")
            device.port.release()
            fixture.flush()
            #expect(log.entries == ["1"])
            #expect(fixture.listenCount == 1)
        }

        private static let bothTimes = ["value a acked 1", "revocation a acked null", "value a acked 1"]

        @Test("the callback can be subscribed again before a late revocation is delivered")
        func againBefore() throws {
            let (log, node) = (log, device.node("a"))
            let callback = Webcom.Callback(queue: nil) { log.note($0, $1) }
            node.subscribe(Webcom.Event.ValueChange, callback)
            fixture.flush()
            try revoke { node.subscribe(Webcom.Event.ValueChange, callback) }
            fixture.flush()
            #expect(log.entries == Self.bothTimes)
            #expect(fixture.listenCount == 1)
        }

        @Test("the callback can be subscribed again while a late revocation is delivered")
        func againInside() throws {
            let (log, node, held) = (log, device.node("a"), Box<Webcom.Callback?>(nil))
            let callback = Webcom.Callback(queue: nil) { snapshot, previous in
                log.note(snapshot, previous)
                guard snapshot.event.isRevocation, let callback = held.value else { return }
                node.subscribe(Webcom.Event.ValueChange, callback)
            }
            held.value = callback
            node.subscribe(Webcom.Event.ValueChange, callback)
            fixture.flush()
            try revoke()
            fixture.flush()
            held.value = nil
            #expect(log.entries == Self.bothTimes)
            #expect(fixture.listenCount == 1)
        }
    }
}
