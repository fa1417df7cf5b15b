import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import Dispatch
import TestSupport
import Testing

@Suite("Listeners of a hub")
struct ListenerHubTests {
    private typealias Hub = ListenerHub<String, Int>

    private let queue = DispatchQueue(label: "hub")
    private let other = DeliveryQueue(queue: DispatchQueue(label: "other"))
    private let hub: Hub
    private let log = Log()

    init() { hub = Hub(DeliveryQueue(queue: queue)) }

    @discardableResult
    private func add(
        _ name: String, for topic: String? = nil, owner: ObjectIdentifier? = nil, isOnce: Bool = false,
        start: Hub.Start = .update, on deliveryQueue: DeliveryQueue? = nil
    ) -> Int? {
        hub.add(
            for: topic, owner: owner, isOnce: isOnce, start: start, on: deliveryQueue,
            ended: { [log] in log.note("\(name) ended") }
        ) { [log] update in
            log.note("\(name) \(update)")
        }
    }

    @Test("topics are delivered in their order, the listeners of a topic in the order of their registration")
    func order() {
        add("b", for: "b")
        add("all")
        add("a", for: "a")
        hub.deliver(1, to: ["a", "b"])
        #expect(log.take() == ["all 1", "a 1", "b 1", "all 1"])
        hub.deliver(2, to: ["c"])
        #expect(log.take() == ["all 2"])
    }

    @Test("an owner has one listener, which is removed by it; a topic and all listeners can be removed")
    func removal() throws {
        let owner = ObjectIdentifier(hub)
        #expect(add("owned", owner: owner) != nil)
        #expect(add("again", owner: owner) == nil)
        hub.remove(of: owner)
        let number = try #require(add("a", for: "a"))
        add("b", for: "b")
        add("all")
        hub.remove(for: "b")
        hub.deliver(1, to: ["a", "b"])
        #expect(log.take() == ["a 1", "all 1", "all 1"])
        hub.remove(number)
        hub.deliver(2, to: ["a"])
        #expect(log.take() == ["all 2"])
        hub.remove(for: nil)
        hub.deliver(3, to: ["a"])
        #expect(log.take().isEmpty)
    }

    @Test("a one-time listener is called once, on its own queue too")
    func once() {
        add("here", isOnce: true)
        add("there", isOnce: true, on: other)
        other.queue.sync {
            hub.deliver(1, to: ["a"])
            hub.deliver(2, to: ["a"])
            #expect(log.take() == ["here 1"])
        }
        other.queue.sync {}
        #expect(log.take() == ["there 1"])
    }

    @Test("a listener on another queue is not called after its removal, nor for an update that is no longer current")
    func posted() throws {
        let isCurrent = Box(true)
        let number = try #require(add("removed", on: other))
        add("kept", on: other)
        other.queue.sync {
            hub.deliver(1, to: ["a"])
            hub.deliver(2, to: ["a"]) { isCurrent.value }
            hub.remove(number)
            isCurrent.value = false
        }
        other.queue.sync {}
        #expect(log.take() == ["kept 1"])
        hub.deliver(3, to: ["a"]) { isCurrent.value }
        other.queue.sync {}
        #expect(log.take().isEmpty)
    }

    @Test("a listener that waits for the published state receives no update before it")
    func starts() throws {
        let state = try #require(add("state", start: .state))
        let either = try #require(add("either", start: .stateOrUpdate))
        let late = try #require(add("late", start: .stateOrUpdate))
        #expect(hub.begin(late) == .stateOrUpdate)
        hub.deliver(1, to: ["a"])
        #expect(log.take() == ["either 1", "late 1"])
        #expect(hub.begin(state) == .state)
        #expect(hub.begin(either) == .update)
        hub.deliver(2, to: state)
        hub.deliver(3, to: ["a"])
        #expect(log.take() == ["state 2", "state 3", "either 3", "late 3"])
        hub.remove(state)
        #expect(hub.begin(state) == nil)
        hub.deliver(4, to: state)
        #expect(log.take().isEmpty)
    }

    @Test("a listener that is added during a delivery does not receive the state of that delivery")
    func addedMeanwhile() {
        let starts = Box<[Hub.Start?]>([])
        let isFirst = Box(true)
        _ = hub.add(for: nil) { [hub, log] _ in
            guard isFirst.value else { return }
            isFirst.value = false
            let number = hub.add(for: nil, start: .stateOrUpdate) { log.note("added \($0)") }
            starts.value = [number.flatMap { hub.begin($0) }]
        }
        hub.deliver(1, to: ["a"])
        #expect(starts.value == [.update])
        hub.deliver(2, to: ["a"])
        #expect(log.take() == ["added 2"])
    }

    @Test("a closed hub returns its listeners once, calls none of them and accepts no further ones")
    func closing() throws {
        add("first")
        add("second", on: other)
        hub.end()
        #expect(log.take() == ["first ended", "second ended"])
        let removed = try #require(hub.close())
        hub.deliver(1, to: ["a"])
        other.queue.sync {}
        #expect(add("third") == nil)
        #expect(hub.close() == nil)
        #expect(log.take().isEmpty)
        for listener in removed { listener.ended() }
        #expect(log.take() == ["first ended", "second ended"])
    }

    @Test("removed listeners are released at once, and outside the lock")
    func release() throws {
        for close in [false, true] {
            let hub = Hub(DeliveryQueue(queue: queue))
            let released = Log()
            let number = try #require(hub.add(for: "a", Calling(hub, released).body))
            _ = hub.add(for: "b", on: other, Calling(hub, released).body)
            _ = hub.add(for: "c", Calling(hub, released).body)
            if close {
                _ = hub.close()
            } else {
                hub.remove(number)
                #expect(released.entries.count == 1)
                hub.remove(for: "b")
                #expect(released.entries.count == 2)
                hub.remove(for: nil)
            }
            #expect(released.entries.count == 3)
        }
    }

    @Test("the update of each dialect has its own name, in a file that imports them all")
    func names() {
        let legacy: LiveUpdate? = nil
        let callback: Webcom.LiveUpdate? = nil
        let object: DatasyncLiveUpdate<Int>? = nil
        let page: DatasyncLivePage<Int>? = nil
        #expect(
            legacy?.models == nil && callback?.models == nil && object?.model == nil && page?.models.first?.id == nil)
    }
}

/// An object whose `deinit` calls the hub that it is a listener of.
private final class Calling: Sendable {
    private let hub: ListenerHub<String, Int>
    private let log: Log

    init(_ hub: ListenerHub<String, Int>, _ log: Log) {
        self.hub = hub
        self.log = log
    }

    var body: @Sendable (Int) -> Void {
        { _ in withExtendedLifetime(self) {} }
    }

    deinit {
        hub.end()
        log.note("released")
    }
}
