import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import Dispatch
import TestSupport
import Testing

@Suite("Listeners of item subscriptions", .timeLimit(.minutes(30)))
struct ItemListenerTests {
    private let fixture: ClientFixture
    private let device: Device
    private let heard = Log()

    init() throws {
        fixture = try ClientFixture(["place": ["one": ["a": 1]]])
        device = fixture.device()
    }

    private func legacy() -> ItemSubscription {
        device.legacy.child("place").itemSubscription(mode: .merge, items: ["one"], fields: ["a"], queue: nil)
    }

    private func callback() -> Webcom.ItemSubscription {
        device.node("place").itemSubscription(mode: .merge, items: ["one"], fields: ["a"], queue: nil)
    }

    private func write(_ value: Any?) {
        device.legacy.child("place/one/a").set(value)
        fixture.flush()
    }

    @Test("a listener that is added late receives only later events")
    func late() {
        let subscription = legacy()
        subscription.on("item_update", queue: nil) { [heard] event in heard.note("first \(text(of: event))") }
        subscription.subscribe()
        fixture.flush()
        #expect(subscription.isSubscribed)
        for name in ["subscription", "item_update"] {
            subscription.on(name, queue: nil) { [heard] event in heard.note("late \(text(of: event))") }
        }
        fixture.flush()
        #expect(heard.take() == ["first 1 one snapshot: a*=1"])
        write(2)
        #expect(heard.take() == ["first 1 one: a*=2", "late 1 one: a*=2"])
    }

    @Test("listeners are called in the order in which they were added, for every event")
    func order() {
        let subscription = callback()
        for number in 0..<12 {
            subscription.addListener(queue: nil) { [heard] event in heard.note("\(number) \(text(of: event))") }
        }
        subscription.subscribe()
        fixture.flush()
        subscription.unsubscribe()
        fixture.flush()
        let expected = ["begun", "1 one snapshot: a*=1", "over"].flatMap { line in (0..<12).map { "\($0) \(line)" } }
        #expect(heard.entries == expected)
    }

    @Test(
        "a listener that an earlier one removes is not called; an added one is called from the next event on")
    func changedMeanwhile() {
        let subscription = callback()
        let remove = Box<(@Sendable () -> Void)?>(nil)
        subscription.addListener(queue: nil) { [heard, weak subscription] event in
            heard.note("first \(text(of: event))")
            guard let removal = remove.value else { return }
            remove.value = nil
            removal()
            subscription?.addListener(queue: nil) { [heard] event in heard.note("third \(text(of: event))") }
        }
        remove.value = subscription.addListener(queue: nil) { [heard] event in heard.note("second \(text(of: event))") }
        subscription.subscribe()
        fixture.flush()
        #expect(heard.entries == ["first begun", "first 1 one snapshot: a*=1", "third 1 one snapshot: a*=1"])
    }

    @Test("removing the listeners of one event leaves the others; removing all leaves the subscription active")
    func removal() {
        let subscription = legacy()
        subscription.on("item_update", queue: nil) { [heard] event in heard.note(text(of: event)) }
        subscription.on("unsubscription", queue: nil) { [heard] event in heard.note(text(of: event)) }
        subscription.subscribe()
        fixture.flush()
        subscription.removeAllListeners("item_update")
        write(2)
        subscription.removeAllListeners("subscription")
        subscription.unsubscribe()
        fixture.flush()
        #expect(heard.take() == ["1 one snapshot: a*=1", "over"])
        subscription.removeAllListeners()
        subscription.subscribe()
        fixture.flush()
        #expect(subscription.isSubscribed)
        #expect(heard.take().isEmpty)
        subscription.on("item_update", queue: nil) { [heard] event in heard.note(text(of: event)) }
        write(3)
        #expect(heard.take() == ["1 one: a*=3"])
    }

    @Test("an unknown event name is reported to the diagnostics")
    func unknownEvent() {
        let told = Log()
        device.application.client.diagnostics = { told.note($0.description) }
        let subscription = legacy()
        subscription.on("item_updates", queue: nil) { _ in told.note("called") }
        subscription.removeAllListeners("updates")
        subscription.subscribe()
        write(2)
        #expect(told.entries.count == 2)
        #expect(told.entries.allSatisfy { $0.contains("item_update") && $0.hasPrefix("unknownEvent") })
    }

    @Test("an unknown field is reported to the diagnostics, for each reading method")
    func unknownField() throws {
        let told = Log()
        device.application.client.diagnostics = { told.note($0.description) }
        let subscription = callback()
        let kept = Box<ItemUpdate?>(nil)
        subscription.addListener(queue: nil) { event in if let update = event.update { kept.value = update } }
        subscription.subscribe()
        fixture.flush()
        let update = try #require(kept.value)
        #expect(update.value(withFieldName: "b") == nil)
        #expect(!update.isValueChanged(withFieldPos: 2))
        #expect(update.valueAsJSONPatchIfAvailable(withFieldPos: 0) == nil)
        #expect(told.entries.count == 3)
        #expect(told.entries.allSatisfy { $0.hasPrefix("unknownField") })
    }

    @Test("a listener on another queue is called there, in order, and not after its removal")
    func otherQueue() {
        let other = ClientFixture.queue("other")
        let subscription = callback()
        let remove = subscription.addListener(queue: other) { [heard] event in heard.note(text(of: event)) }
        subscription.subscribe()
        fixture.flush()
        write(2)
        other.sync {}
        #expect(heard.take() == ["begun", "1 one snapshot: a*=1", "1 one: a*=2"])
        other.sync {
            write(3)
            remove()
        }
        other.sync {}
        #expect(heard.take().isEmpty)
    }

    @Test("unsubscribed inside a listener: the unsubscription is the last event")
    func endedInside() {
        let subscription = callback()
        for name in ["first", "second"] {
            subscription.addListener(queue: nil) { [heard, weak subscription] event in
                heard.note("\(name) \(text(of: event))")
                if event.update?.isSnapshot == false { subscription?.unsubscribe() }
            }
        }
        subscription.subscribe()
        fixture.flush()
        write(2)
        write(3)
        #expect(heard.entries.suffix(2) == ["first over", "second over"])
        #expect(!heard.entries.contains { $0.hasSuffix("a*=3") })
        #expect(fixture.listenCount == 0)
    }

    @Test("unsubscribed inside the listener of the subscription event: no listen remains")
    func endedAtOnce() {
        let subscription = callback()
        subscription.addListener(queue: nil) { [heard, weak subscription] event in
            heard.note(text(of: event))
            if event.name == "subscription" { subscription?.unsubscribe() }
        }
        subscription.subscribe()
        fixture.flush()
        #expect(heard.entries == ["begun", "over"])
        #expect(fixture.listenCount == 0)
    }

    @Test("subscribing inside the listener of the unsubscription starts again")
    func againInside() {
        let subscription = callback()
        let rounds = Box(0)
        subscription.addListener(queue: nil) { [heard, weak subscription] event in
            heard.note(text(of: event))
            guard event.name == "unsubscription", rounds.value == 0 else { return }
            rounds.value = 1
            subscription?.subscribe()
        }
        subscription.subscribe()
        fixture.flush()
        subscription.unsubscribe()
        fixture.flush()
        #expect(heard.entries == ["begun", "1 one snapshot: a*=1", "over", "begun", "1 one snapshot: a*=1"])
        #expect(fixture.listenCount == 1)
    }

    @Test("unsubscribing twice, or before subscribing, delivers no further event")
    func endedTwice() {
        let subscription = callback()
        subscription.addListener(queue: nil) { [heard] event in heard.note(text(of: event)) }
        subscription.unsubscribe()
        fixture.flush()
        #expect(heard.entries.isEmpty)
        subscription.subscribe()
        subscription.subscribe()
        fixture.flush()
        subscription.unsubscribe()
        subscription.unsubscribe()
        fixture.flush()
        #expect(heard.entries == ["begun", "1 one snapshot: a*=1", "over"])
    }

    @MainActor
    @Test("a listener object is added once, receives all events on the main queue, and none after its removal")
    func object() async {
        let subscription = device.node("place").itemSubscription(
            mode: .command, items: ["one", "two#"], fields: ["."], queue: .main)
        let (first, second) = (Hearing("first", heard), Hearing("second", heard))
        subscription.addListener(first)
        subscription.addListener(second)
        subscription.addListener(first)
        subscription.subscribe()
        await flushMain()
        #expect(
            heard.take() == [
                "first begun", "second begun", "first error of two# 2", "second error of two# 2",
                "first 1 one snapshot: key*=a, command*=ADD, .*=1",
                "second 1 one snapshot: key*=a, command*=ADD, .*=1", "first end of one 1", "second end of one 1",
            ])
        subscription.removeListener(first)
        subscription.unsubscribe()
        await flushMain()
        #expect(heard.take() == ["second over"])
        subscription.addListener(first)
        subscription.subscribe()
        await flushMain()
        #expect(heard.take().prefix(2) == ["second begun", "first begun"])
        subscription.unsubscribe()
        await flushMain()
    }
}

/// A listener that notes each event.
@MainActor
private final class Hearing: ItemSubscriptionListener {
    private let name: String
    private let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    func onSubscription() { log.note("\(name) begun") }
    func onItemUpdate(_ update: ItemUpdate) { log.note("\(name) \(update.itemPos) \(update)") }
    func onEndOfSnapshot(itemName: String?, itemPos: Int) { log.note("\(name) end of \(itemName ?? "nil") \(itemPos)") }
    func onItemError(_ error: WebcomError, itemName: String?, itemPos: Int) {
        log.note("\(name) error of \(itemName ?? "nil") \(itemPos)")
    }
    func onUnsubscription() { log.note("\(name) over") }
}
