import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncWire
import Dispatch
import TestSupport
import Testing

/// Tests that no event follows a cancellation on the delivery queue.
@Suite("Cancellation on the delivery queue", .timeLimit(.minutes(30)))
struct CancellingTests {
    let log = Log()

    /// A back end that, at each request, first waits until a queue has run everything posted to it.
    ///
    /// Events that the client delivers at once therefore arrive before the subscribing call returns.
    private final class Slow: Sendable {
        let queue: DispatchQueue
        let device: Device
        private let isSlow: Box<Bool>

        init() {
            let (queue, isSlow) = (DispatchQueue(label: "slow"), Box(false))
            (self.queue, self.isSlow) = (queue, isSlow)
            let backend = EmbeddedBackend {
                if isSlow.value { queue.sync {} }
                return 0
            }
            let port = backend.backend.makePort()
            let client = Client(
                identifier: "slow", link: port, outlivesHandles: false, clock: { 0 },
                random: { 1 })
            client.defaultQueue = queue
            device = Device(application: WebcomApplication(client: client), port: port)
        }

        func begin() { isSlow.value = true }

        /// Runs everything posted to the queue; the back end responds normally again.
        func finish() {
            isSlow.value = false
            for _ in 0..<4 { queue.sync {} }
        }
    }

    /// Returns a client with three local children that the back end has not acknowledged.
    private func makeSlow() -> Slow {
        let slow = Slow()
        slow.device.port.hold()
        for key in ["a", "b", "c"] { slow.device.legacy.child("list/" + key).set(1) { _ in } }
        slow.begin()
        return slow
    }

    @Test("no event follows a cancellation in the first event, before subscribing has returned: async")
    func asyncAtOnce() throws {
        let (slow, log) = (makeSlow(), log)
        let manager = slow.device.manager()
        try manager.nodeThrows(for: "list").subscribe(to: .childEvent, queue: slow.queue) { event in
            log.note(event.key)
            event.subscription.cancel()
        } onCompletion: {
            log.note("\($0)")
        }
        slow.finish()
        #expect(log.entries == ["a", "cancellation"])
    }

    @Test("no event follows a cancellation in the first event, before subscribing has returned: legacy")
    func legacyAtOnce() {
        let (slow, log) = (makeSlow(), log)
        let node = slow.device.legacy.child("list")
        node.on("child_added", queue: slow.queue) { snapshot, _ in
            log.note(snapshot.name() ?? "")
            snapshot.ref().parent()?.off()
        }
        slow.finish()
        #expect(log.entries == ["a"])
    }

    @Test("once delivers one event, also if it is delivered before the call has returned")
    func onceAtOnce() {
        let (slow, log) = (makeSlow(), log)
        slow.device.legacy.child("list").once("child_added", queue: slow.queue) { snapshot, _ in
            log.note(snapshot.name() ?? "")
        }
        slow.finish()
        #expect(log.entries == ["a"])
    }

    @Test("no event follows a cancellation in the first event, before subscribing has returned: callback")
    func callbackAtOnce() {
        let (slow, log) = (makeSlow(), log)
        let node = slow.device.node("list")
        let held = Box<Webcom.Callback?>(nil)
        let callback = Webcom.Callback(queue: slow.queue) { snapshot in
            guard !snapshot.event.isCancelation else { return log.note("end") }
            log.note(snapshot.node.key ?? "")
            if let callback = held.value { snapshot.node.parent?.unsubscribe(callback) }
        }
        held.value = callback
        node.subscribe(Webcom.Event.Child, callback)
        slow.finish()
        held.value = nil
        #expect(log.entries == ["a", "end"])
    }
}
