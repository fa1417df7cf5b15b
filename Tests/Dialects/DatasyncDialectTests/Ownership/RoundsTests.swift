import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import TestSupport
import Testing

@testable import DatasyncEngine

/// Weak references to the objects of a round.
private final class Watch: Sendable {
    private struct Weak: Sendable {
        weak var object: (any AnyObject & Sendable)?
    }

    private let watched = Guarded<[Weak]>([])

    func add(_ object: any AnyObject & Sendable) { watched.withLock { $0.append(Weak(object: object)) } }

    /// The number of watched objects that are not released.
    var living: Int { watched.withLock { $0.count { $0.object != nil } } }

    var count: Int { watched.withLock(\.count) }
}

/// An object that closures capture.
private final class Captured: Sendable {
    func touch() {}
}

@Suite("Release of thousands of subscriptions", .timeLimit(.minutes(30)))
struct RoundsTests {
    static let rounds = LongForm.count(2_000, long: 10_000)
    let fixture: ClientFixture
    let device: Device
    private let watch = Watch()

    init() throws {
        fixture = try ClientFixture(["n": 1])
        device = fixture.device()
    }

    /// Runs the rounds, and expects that all watched objects are released.
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

    @Test("legacy listeners are released after off, with and without the listener")
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

    @Test("legacy once listeners are released after the first event")
    func legacyOnce() {
        let node = device.legacy.child("n")
        run(watching: 2) { captured in
            watch.add(node.once("value", queue: nil) { _, _ in captured.touch() })
            fixture.flush()
        }
    }

    @Test("callbacks are released after unsubscribing at the node or cancelling the subscription")
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

    @Test("subscriptions that a manager stores are released after cancelling")
    func asynchronous() throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
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

    @Test("subscriptions that are not stored are released with their last reference")
    func asynchronousUnstored() throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        try run(watching: 2) { captured in
            let subscription = node.subscribe(stores: false, queue: nil) { _ in captured.touch() }
            watch.add(try #require(subscription))
        }
        withExtendedLifetime(manager) {}
    }

    @Test("subscriptions are released with their manager")
    func asynchronousManagers() throws {
        try run(watching: 3) { captured in
            let manager = device.manager()
            watch.add(manager)
            let node = try manager.nodeThrows(for: "n")
            watch.add(node)
            node.subscribe(queue: nil) { _ in captured.touch() }
        }
    }

    @Test("subscriptions of iterators are released with the iterator")
    func iterators() async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        for _ in 0..<Self.rounds {
            var iterator = node.events().makeAsyncIterator()
            _ = try await iterator.next()
        }
        expectNothing(watched: 0)
        withExtendedLifetime(manager) {}
    }
}
