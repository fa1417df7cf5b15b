import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import TestSupport
import Testing

@Suite("Managers own their subscriptions", .timeLimit(.minutes(30)))
struct ManagerTests {
    let fixture: ClientFixture
    let device: Device
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["n": 1])
        device = fixture.device()
    }

    @Test("releasing a manager cancels its stored subscriptions, also when other references retain them")
    func releasing() throws {
        let log = log
        var manager: DatasyncManager? = device.manager()
        let node = try #require(manager?.node(for: "n"))
        let held = node.subscribe(queue: nil) { _ in
            log.note("1")
        } onCompletion: {
            log.note("1 \($0)")
        }
        node.subscribe(to: .childEvent, queue: nil) { _ in
            log.note("2")
        } onCompletion: {
            log.note("2 \($0)")
        }
        fixture.flush()
        #expect(log.take() == ["1"])
        manager = nil
        device.legacy.child("n").set(2)
        fixture.flush()
        #expect(log.take() == ["1 cancellation", "2 cancellation"])
        #expect(fixture.listenCount == 0)
        #expect(manager == nil)
        withExtendedLifetime(held) {}
    }

    @Test("a subscription that is not stored outlives its manager, and ends with its handle")
    func unstored() throws {
        let log = log
        var manager: DatasyncManager? = device.manager()
        let node = try #require(manager?.node(for: "n"))
        var handle = node.subscribe(stores: false, queue: fixture.queue) { event in
            log.note("\(event.value) \(event.node == nil ? "alone" : "managed")")
        } onCompletion: {
            log.note("\($0)")
        }
        fixture.flush()
        #expect(log.take() == ["1 managed"])
        manager = nil
        device.legacy.child("n").set(2)
        fixture.flush()
        #expect(log.take() == ["2 alone"])
        #expect(handle != nil)
        handle = nil
        device.legacy.child("n").set(3)
        fixture.flush()
        #expect(log.take() == ["cancellation"])
        #expect(fixture.listenCount == 0)
        #expect(manager == nil)
    }

    @Test("operations on a node whose manager was released fail with released and a remedy")
    func released() async throws {
        let log = log
        var manager: DatasyncManager? = device.manager()
        let node = try #require(manager?.node(for: "n"))
        let events = node.events()
        manager = nil
        device.application.diagnostics = { log.note("\($0.code)") }
        #expect(node.subscribe(queue: nil, onEvent: { _ in }) == nil)
        #expect(log.take() == ["released"])
        let error = await #expect(throws: WebcomError.self) { for try await _ in events {} }
        #expect(error?.code == .released)
        #expect(error?.message.contains("keep") == true)
        let read = await #expect(throws: WebcomError.self) { try await node.promise.value().value }
        #expect(read?.code == .released)
        #expect(node.parent?.path == "/")
        #expect(manager == nil)
    }

    @Test("cancelling all leaves subscriptions that are not stored, and later ones")
    func unsubscribeFromAll() throws {
        let log = log
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        node.subscribe(queue: nil) { _ in
            log.note("stored")
        } onCompletion: {
            log.note("\($0)")
        }
        let kept = node.subscribe(stores: false, queue: nil) { _ in log.note("kept") }
        fixture.flush()
        #expect(log.take() == ["stored", "kept"])
        manager.unsubscribeFromAll()
        manager.unsubscribeFromAll()
        node.subscribe(queue: nil) { _ in log.note("later") }
        device.legacy.child("n").set(2)
        fixture.flush()
        #expect(log.take() == ["cancellation", "later", "kept", "later"])
        withExtendedLifetime(kept) {}
    }

    @Test("cancelling twice, also by the manager, completes once")
    func once() throws {
        let log = log
        let manager = device.manager()
        let subscription = try manager.nodeThrows(for: "n").subscribe(queue: nil) { _ in
        } onCompletion: {
            log.note("\($0)")
        }
        subscription?.cancel()
        subscription?.cancel()
        manager.unsubscribeFromAll()
        fixture.flush()
        #expect(log.take() == ["cancellation"])
    }

    @Test("releasing an iterator ends its listen, and the last one of a node the node's listen")
    func iterators() async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        #expect(fixture.listenCount == 0)
        do {
            var first = node.events().makeAsyncIterator()
            #expect(fixture.listenCount == 1)
            do {
                var second = node.events(childrenConstraint: .first(limit: 1)).makeAsyncIterator()
                _ = try await second.next()
                var rows = node.children(as: Int.self).makeAsyncIterator()
                _ = try await rows.next()
            }
            #expect(fixture.listenCount == 1)
            _ = try await first.next()
        }
        #expect(fixture.listenCount == 0)
        for try await _ in node.values(as: Int.self) { break }
        #expect(fixture.listenCount == 0)
    }

    @Test("leaving a for-await loop ends its listen at once")
    func leaving() async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        for try await event in node.events() {
            #expect(event.value.description == "1")
            #expect(fixture.listenCount == 1)
            break
        }
        #expect(fixture.listenCount == 0)
    }

    @Test("subscriptions of the other dialects stay active without references")
    func others() throws {
        let log = log
        device.legacy.child("n").on("value", queue: nil) { _, _ in log.note("legacy") }
        device.node("n").subscribe(Webcom.Event.ValueChange, Webcom.Callback(queue: nil) { _ in log.note("callback") })
        fixture.flush()
        #expect(log.take() == ["legacy", "callback"])
        device.legacy.child("n").set(2)
        fixture.flush()
        #expect(log.take() == ["legacy", "callback"])
    }
}
