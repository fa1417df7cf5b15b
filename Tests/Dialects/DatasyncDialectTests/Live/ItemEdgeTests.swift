import ClientTestSupport
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import DatasyncTesting
import TestSupport
import Testing

@Suite("Item subscriptions in edge cases", .timeLimit(.minutes(30)))
struct ItemEdgeTests {
    private let fixture: ClientFixture
    private let device: Device
    private let heard = Log()

    init() throws {
        fixture = try ClientFixture(["place": ["one": ["a": 1]]])
        device = fixture.device()
    }

    /// Starts a subscription whose events are traced.
    private func begin(
        _ wish: ItemWish, at device: Device, _ fixture: ClientFixture,
        told text: @escaping @Sendable (ItemEvent) -> String = text
    ) -> Webcom.ItemSubscription {
        let subscription = device.node("place").itemSubscription(
            mode: wish.mode, items: wish.items, fields: wish.fields, requestedSnapshot: wish.snapshot,
            secondLevel: wish.second, queue: nil)
        subscription.addListener(queue: nil) { [heard] event in heard.note(text(event)) }
        subscription.subscribe()
        fixture.flush()
        return subscription
    }

    private func begin(_ wish: ItemWish) -> Webcom.ItemSubscription { begin(wish, at: device, fixture) }

    private func write(_ value: Any?, at path: String) {
        device.legacy.child("place/" + path).set(value)
        fixture.flush()
    }

    private static let rows = ItemWish(mode: .command, items: ["one"], fields: ["."])

    @Test("cancelled by the closure for the path of the second level: no listen remains")
    func endedByPath() {
        let ending = Box<(@Sendable () -> Void)?>(nil)
        var wish = Self.rows
        wish.second = ItemSecondLevel(fields: ["."]) { _ in
            ending.value?()
            return "one/a"
        }
        let subscription = device.node("place").itemSubscription(
            mode: wish.mode, items: wish.items, fields: wish.fields, secondLevel: wish.second, queue: nil)
        ending.value = { [weak subscription] in subscription?.unsubscribe() }
        subscription.addListener(queue: nil) { [heard] event in heard.note(text(of: event)) }
        subscription.subscribe()
        fixture.flush()
        #expect(heard.entries == ["begun", "1 one snapshot: key*=a, command*=ADD, .*=1, .*=nil", "over"])
        #expect(fixture.listenCount == 0)
    }

    @Test("a second level with an invalid path is an error of the item, and the snapshot ends as usual")
    func secondLevelNowhere() {
        var wish = Self.rows
        wish.second = ItemSecondLevel(fields: ["x"]) { _ in "a#b" }
        let subscription = begin(wish)
        #expect(
            heard.take().sorted() == [
                "1 one snapshot: key*=a, command*=ADD, .*=1, x*=nil", "begun", "end of one 1",
                "error invalidPath of one 1",
            ])
        write(2, at: "one/a")
        #expect(heard.take() == ["1 one: key=a, command*=UPDATE, .*=2, x=nil"])
        subscription.unsubscribe()
    }

    @Test("rows that are deleted and added while responses are held begin with all fields again")
    func goneAndBack() {
        let subscription = begin(Self.rows)
        _ = heard.take()
        device.port.hold()
        write(nil, at: "one")
        write(["a": 1, "b": 2], at: "one")
        device.port.release()
        fixture.flush()
        #expect(
            heard.take() == [
                "1 one: key=a, command*=DELETE, .*=nil", "1 one: key*=a, command*=ADD, .*=1",
                "1 one: key*=b, command*=ADD, .*=2",
            ])
        subscription.unsubscribe()
    }

    @Test("a list that becomes a primitive loses its rows, and gets new ones later")
    func primitive() {
        let subscription = begin(Self.rows)
        _ = heard.take()
        write("text", at: "one")
        write(["b": 2], at: "one")
        #expect(heard.take() == ["1 one: key=a, command*=DELETE, .*=nil", "1 one: key*=b, command*=ADD, .*=2"])
        subscription.unsubscribe()
    }

    @Test("a server timestamp is delivered as the estimate, then as the server value")
    func timestamp() {
        let subscription = begin(ItemWish(mode: .merge, items: ["one"], fields: ["a"]), at: device, fixture) { $0.name }
        _ = heard.take()
        device.port.hold()
        write([".sv": "timestamp"], at: "one/a")
        fixture.clock.advance(byMilliseconds: 1_000)
        device.port.release()
        fixture.flush()
        #expect(heard.take() == ["item_update", "item_update"])
        subscription.unsubscribe()
    }

    @Test("cached data are no snapshot: the snapshot is delivered after the first response")
    func cached() {
        device.legacy.child("place/one").on("value", queue: nil) { _, _ in }
        fixture.flush()
        device.legacy.child("place/one").off()
        fixture.flush()
        device.port.drop()
        let subscription = begin(ItemWish(mode: .merge, items: ["one"], fields: ["a"]))
        #expect(heard.take() == ["begun"])
        device.port.restore()
        fixture.flush()
        #expect(heard.take() == ["1 one snapshot: a*=1"])
        subscription.unsubscribe()
    }

    @Test("raw: a write before the first response is in the first value, and its acknowledgement follows")
    func rawWrittenBefore() {
        device.port.hold()
        let subscription = begin(ItemWish(mode: .raw, items: ["one"], fields: ["a", "b"]))
        write(2, at: "one/b")
        device.port.release()
        fixture.flush()
        #expect(heard.take() == ["begun", "1 one: a*=1, b*=2", "1 one: a=1, b=2"])
        subscription.unsubscribe()
    }

    @Test("two levels: a rejected removal adds the row and its second level again")
    func rejectedRemoval() throws {
        let fixture = try ClientFixture(
            ["place": ["list": ["k": ["a": 1]], "details": ["k": ["x": 1]]]], rules: readOnly)
        let device = fixture.device()
        let wish = ItemWish(
            mode: .command, items: ["list"], fields: ["a"],
            second: ItemSecondLevel(fields: ["x"]) { key in "details/\(key)" })
        let subscription = begin(wish, at: device, fixture)
        _ = heard.take()
        device.legacy.child("place/list/k").set(nil)
        fixture.flush()
        #expect(
            heard.take() == [
                "1 list: key=k, command*=DELETE, a*=nil, x=nil", "1 list: key*=k, command*=ADD, a*=1, x*=nil",
                "1 list snapshot: key=k, command*=UPDATE, a=1, x*=1",
            ])
        #expect(fixture.listenCount == 2)
        subscription.unsubscribe()
        fixture.flush()
        #expect(fixture.listenCount == 0)
    }

    @Test("two levels over a lost connection: both continue, and each change is delivered once")
    func reconnected() throws {
        let fixture = try ClientFixture(["place": ["list": ["k": ["a": 1]], "details": ["k": ["x": 1]]]])
        let (device, other) = (fixture.device(), fixture.device())
        let wish = ItemWish(
            mode: .command, items: ["list"], fields: ["a"],
            second: ItemSecondLevel(fields: ["x"]) { key in "details/\(key)" })
        let subscription = begin(wish, at: device, fixture)
        _ = heard.take()
        device.port.drop()
        fixture.flush()
        other.legacy.child("place/details/k/x").set(2)
        fixture.flush()
        device.port.restore()
        fixture.flush()
        #expect(heard.take() == ["1 list: key=k, command=UPDATE, a=1, x*=2"])
        device.port.drop()
        device.port.restore()
        fixture.flush()
        #expect(heard.take().isEmpty)
        subscription.unsubscribe()
    }

    @Test("a subscription may have many items at equal, deeper and shallower paths")
    func overlapping() {
        let subscription = begin(ItemWish(mode: .merge, items: ["one", "one/a", "."], fields: [".", "a"]))
        #expect(
            heard.take() == [
                "begun", #"1 one snapshot: .*={"a":1}, a*=1"#, "2 one/a snapshot: .*=1, a*=nil",
                #"3 . snapshot: .*={"one":{"a":1}}, a*=nil"#,
            ])
        write(2, at: "one/a")
        #expect(
            heard.take() == [
                "2 one/a: .*=2, a=nil", #"1 one: .*={"a":2}, a*=2"#, #"3 .: .*={"one":{"a":2}}, a=nil"#,
            ])
        subscription.unsubscribe()
    }
}
