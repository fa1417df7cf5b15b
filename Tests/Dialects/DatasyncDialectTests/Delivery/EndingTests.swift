import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import Dispatch
import TestSupport
import Testing

/// Tests that the completion of a subscription comes last, after all earlier events.
@Suite("Order of revocations and completions", .timeLimit(.minutes(30)))
struct EndingTests {
    let fixture: ClientFixture
    let device: Device
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1]])
        device = fixture.device()
    }

    /// Raises events and then a revocation while the queue is suspended.
    private func revokeWhileNothingIsDelivered() throws {
        fixture.queue.suspend()
        defer { fixture.queue.resume() }
        device.legacy.child("list/b").set(2) { _ in }
        device.legacy.child("list/a").set(nil) { _ in }
        try fixture.embedded.setRules(closed)
    }

    @Test("a legacy listener that is not retained receives the revocation after all earlier events")
    func legacy() throws {
        let log = log
        device.legacy.child("list").on(["child_added", "child_removed"], queue: nil) {
            log.note($0, $1)
        } revoked: {
            log.note("revoked \($0.code)")
        }
        try revokeWhileNothingIsDelivered()
        fixture.flush()
        #expect(
            log.entries == [
                "child_added a acked 1", "child_added b after a local 2", "child_removed a local 1",
                "revoked permissionDenied",
            ])
    }

    @Test("a callback subscription that is not retained receives the revocation after all earlier events")
    func callback() throws {
        let log = log
        let callback = Webcom.Callback(queue: nil) { log.note($0, $1) }
        callback.onCanceled(queue: nil) { log.note("revoked \($0?.code.rawValue ?? "not")") }
        device.node("list").subscribe(Webcom.Event.Child.Addition.Removal, callback)
        try revokeWhileNothingIsDelivered()
        fixture.flush()
        #expect(
            log.entries == [
                "child_added a acked 1", "child_added b after a local 2", "child_removed a local 1",
                "revoked permissionDenied",
            ])
    }

    @Test("an async subscription with closures receives the revocation after all earlier events")
    func asynchronous() throws {
        let log = log
        let manager = device.manager()
        try manager.nodeThrows(for: "list").subscribe(to: .child(addition: true, removal: true), queue: nil) {
            log.note($0)
        } onCompletion: { completion in
            if case .revocation(let reason) = completion { log.note("revoked \(reason.code)") }
        }
        try revokeWhileNothingIsDelivered()
        fixture.flush()
        #expect(
            log.entries == [
                "child_added a acked 1", "child_added b after a local 2", "child_removed a local 1",
                "revoked permissionDenied",
            ])
    }

    @Test(
        "a sequence throws the revocation after all earlier events, under every policy with enough room",
        arguments: [DatasyncDeliveryPolicy.lossless, .coalescing, .bounded(3)])
    func sequences(policy: DatasyncDeliveryPolicy) async throws {
        let manager = device.manager()
        let events = try manager.nodeThrows(for: "list").events(.childEvent, delivery: policy)
        var iterator = events.makeAsyncIterator()
        log.note(try #require(try await iterator.next()))
        let owner = fixture.device()
        owner.legacy.child("list/b").set(2)
        owner.legacy.child("list/c").set(3)
        try fixture.embedded.setRules(closed)
        var code: WebcomError.SDKCode?
        do throws(WebcomError) {
            while let event = try await iterator.next() { log.note(event) }
        } catch {
            code = error.code
        }
        #expect(
            log.entries == ["child_added a acked 1", "child_added b after a acked 2", "child_added c after b acked 3"])
        #expect(code == .permissionDenied)
        #expect(try await iterator.next() == nil)
    }

    @Test("a sequence of data that may not be read throws at once")
    func forbidden() async throws {
        try fixture.embedded.setRules(closed)
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "list")
        var iterators = (node.events().makeAsyncIterator(), node.values(as: Int.self).makeAsyncIterator())
        let first = await #expect(throws: WebcomError.self) { try await iterators.0.next() }
        #expect(first?.code == .permissionDenied)
        #expect(first?.path == "/list")
        let second = await #expect(throws: WebcomError.self) { try await iterators.1.next() }
        #expect(second?.code == .permissionDenied)
        let third = await #expect(throws: WebcomError.self) {
            for try await _ in node.children(as: Int.self) { log.note("row") }
        }
        #expect(third?.code == .permissionDenied)
        #expect(log.entries == [])
    }

    @Test("the completion of a write comes after the events of the same transition")
    func completions() throws {
        let log = log
        device.legacy.child("list").on(["child_added", "child_removed", "child_ack"], queue: nil) { log.note($0, $1) }
        fixture.flush()
        _ = log.take()
        device.legacy.child("list/b").set(2, queue: nil) { log.note(end: $0) }
        fixture.flush()
        #expect(log.take() == ["child_added b after a local 2", "ack b after a acked 2", "ok"])
        device.port.refuseNext(with: .permissionDenied)
        device.legacy.child("list/c").set(3, queue: nil) { log.note(end: $0) }
        fixture.flush()
        #expect(log.take() == ["child_added c after b local 3", "child_removed c acked 3", "permissionDenied"])
    }
}
