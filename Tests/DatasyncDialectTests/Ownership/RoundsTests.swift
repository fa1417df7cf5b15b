import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import Testing

@testable import DatasyncEngine

/// Objects that are watched without being kept.
private final class Watch: Sendable {
    private struct Weak: Sendable {
        weak var object: (any AnyObject & Sendable)?
    }

    private let watched = Guarded<[Weak]>([])

    func add(_ object: any AnyObject & Sendable) { watched.withLock { $0.append(Weak(object: object)) } }

    /// How many of the watched are still there.
    var living: Int { watched.withLock { $0.count { $0.object != nil } } }

    var count: Int { watched.withLock(\.count) }
}

/// Something that a closure captures.
private final class Captured: Sendable {
    func touch() {}
}

@Suite("Ten thousand subscriptions leave nothing behind", .timeLimit(.minutes(30)))
struct RoundsTests {
    static let rounds = 10_000
    let fixture: ClientFixture
    let device: Device
    private let watch = Watch()

    init() throws {
        fixture = try ClientFixture(["n": 1])
        device = fixture.device()
    }

    /// Runs the rounds, and expects that all that was watched is gone.
    private func run(watching perRound: Int, _ round: (Captured) throws -> Void) rethrows {
        let count = Self.rounds
        for number in 0..<count {
            let captured = Captured()
            watch.add(captured)
            try round(captured)
            if number % 64 == 0 { fixture.flush() }
        }
        expectNothing(watched: count * perRound)
    }

    private func expectNothing(watched: Int) {
        fixture.flush()
        #expect(watch.count == watched)
        #expect(watch.living == 0)
        #expect(fixture.listenCount == 0)
        #expect(device.application.client.listeners.isEmpty)
        #expect(device.application.client.engine.inspect { $0.replica.registrations.count } == 0)
    }

    @Test("in the legacy dialect, ended by off with and without the listener")
    func legacy() {
        let node = device.legacy.child("n")
        run(watching: 2) { captured in
            let listener = node.on("value", queue: nil) { _, _ in
                captured.touch()
            } revoked: { _ in
                captured.touch()
            }
            watch.add(listener)
            if watch.count % 4 == 0 { node.off() } else { node.off("value", listener) }
        }
    }

    @Test("in the legacy dialect, ended by the first event")
    func legacyOnce() {
        let node = device.legacy.child("n")
        run(watching: 2) { captured in
            watch.add(node.once("value", queue: nil) { _, _ in captured.touch() })
            fixture.flush()
        }
    }

    @Test("in the callback dialect, ended at the node and by the subscription")
    func callback() async throws {
        let node = device.node("n")
        for number in 0..<Self.rounds {
            try await round(node, endsAtNode: number % 2 == 0)
            if number % 64 == 0 { fixture.flush() }
        }
        expectNothing(watched: Self.rounds * 3)
    }

    private func round(_ node: Webcom.ServerlessDbNode, endsAtNode: Bool) async throws {
        let captured = Captured()
        let callback = Webcom.Callback(queue: nil) { _ in captured.touch() }
        let subscription = try await node.subscribe(Webcom.Event.ValueChange, callback).value
        if endsAtNode { node.unsubscribe(callback) } else { subscription.cancel() }
        watch.add(captured)
        watch.add(callback)
        watch.add(subscription)
    }

    @Test("in the async dialect, stored by a manager and ended by cancelling")
    func asynchronous() throws {
        let manager = device.manager()
        let node = try manager.wellFormed("n")
        try run(watching: 2) { captured in
            let subscription = node.subscribe(queue: nil) { _ in
                captured.touch()
            } onCompletion: { _ in
                captured.touch()
            }
            watch.add(try #require(subscription))
            subscription?.cancel()
        }
        #expect(manager.debugDescription == "DatasyncManager of bench: []")
    }

    @Test("in the async dialect, not stored and ended by letting go")
    func asynchronousUnstored() throws {
        let manager = device.manager()
        let node = try manager.wellFormed("n")
        try run(watching: 2) { captured in
            let subscription = node.subscribe(stores: false, queue: nil) { _ in captured.touch() }
            watch.add(try #require(subscription))
        }
        withExtendedLifetime(manager) {}
    }

    @Test("in the async dialect, by managers that go away")
    func asynchronousManagers() throws {
        try run(watching: 3) { captured in
            let manager = device.manager()
            watch.add(manager)
            let node = try manager.wellFormed("n")
            watch.add(node)
            node.subscribe(queue: nil) { _ in captured.touch() }
        }
    }

    @Test("in the async dialect, by iterators that are dropped")
    func iterators() async throws {
        let manager = device.manager()
        let node = try manager.wellFormed("n")
        for _ in 0..<Self.rounds {
            var iterator = node.events().makeAsyncIterator()
            _ = try await iterator.next()
        }
        expectNothing(watched: 0)
        withExtendedLifetime(manager) {}
    }
}
