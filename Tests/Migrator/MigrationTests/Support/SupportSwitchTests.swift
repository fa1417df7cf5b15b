import DatasyncLegacyToAsync
import DatasyncLegacyToCallback
import Foundation
import Testing

@Suite("Support: events and children of snapshots", .timeLimit(.minutes(30)))
struct SupportSwitchTests {
    private func word(_ snapshot: Webcom.DataSnapshot) -> String {
        switch snapshot.event {
        case .valueChange: "value"
        case .valueAcknowledgement: "value_ack"
        case .childAddition: "child_added"
        case .childChange: "child_changed"
        case .childRemoval: "child_removed"
        case .childAcknowledgement: "child_ack"
        default: "none"
        }
    }

    private func word(_ snapshot: any DatasyncSnapshot) -> String {
        switch snapshot.receivedEvent {
        case .valueChange: "value"
        case .valueAcknowledgement: "value_ack"
        case .childAddition: "child_added"
        case .childChange: "child_changed"
        case .childRemoval: "child_removed"
        case .childAcknowledgement: "child_ack"
        default: "none"
        }
    }

    private static let words = [
        "child_ack", "child_added", "child_changed", "child_removed", "none", "value", "value_ack",
    ]

    private func change(_ node: Webcom.ServerlessDbNode, _ fixture: SupportFixture) {
        for value in [1, 2, nil] {
            fixture.flush()
            node.relativeNode("b").set(value)
        }
        fixture.flush()
    }

    @Test("each event of the callback dialect has a constant for switch and comparison")
    func callback() throws {
        let fixture = try SupportFixture(["list": ["a": 1]])
        let node = Webcom.ServerlessDbNode(fixture.application, path: "list")
        let callback = Webcom.Callback(queue: nil) { [weak fixture] (snapshot: Webcom.DataSnapshot) in
            let word = word(snapshot)
            fixture?.note(word)
            #expect(snapshot.eventName ?? "none" == word)
            #expect((snapshot.event == .childAddition) == (word == "child_added"))
            #expect((snapshot.event != .valueChange) == (word != "value"))
        }
        callback.includeAcknowledgements()
        node.subscription(Webcom.Event.ValueChange, callback)
        let children = node.subscription(Webcom.Event.Child, callback)
        change(node, fixture)
        // The callback itself receives its cancellation, as it has no other closure for it.
        children.cancel()
        node.get().answered(queue: nil) { _, snapshot in fixture.note(snapshot.map(word) ?? "failed") }
        #expect(Set(fixture.take()).sorted() == Self.words)
        node.unsubscribeAll()
    }

    @Test("each event of the async dialect can be switched over, as itself and as any snapshot")
    func async() throws {
        let fixture = try SupportFixture(["list": ["a": 1]])
        let node = DatasyncNode.root(of: fixture.application).at("list")
        let onEvent: @Sendable (DatasyncEvent) -> Void = { [weak fixture] event in
            let any: any DatasyncSnapshot = event
            fixture?.note(word(any))
            #expect(any.eventName == word(any))
            #expect((any.receivedEvent == .childAddition) == (event.eventType == .childAddition))
            switch event.eventType {
            case .childAddition: #expect(word(any) == "child_added")
            default: #expect(word(any) != "child_added")
            }
        }
        node.subscription(to: .valueEvent, queue: nil, onEvent: onEvent)
        node.subscription(to: .childEvent, queue: nil, onEvent: onEvent)
        change(Webcom.ServerlessDbNode(fixture.application, path: "list"), fixture)
        node.promise.value().answered(queue: nil) { _, value in fixture.note(value.map(word) ?? "failed") }
        #expect(Set(fixture.take()).sorted() == Self.words)
        node.unsubscribeAll()
    }

    @Test("values, events and any snapshot have the same reading members")
    func reading() throws {
        let fixture = try SupportFixture(["list": ["0": ["x": 1], "1": "b", "2": true]])
        let node = DatasyncNode.root(of: fixture.application).at("list")
        node.promise.value().answered(queue: nil) { _, value in
            if let value { check(value, value.located, fixture) }
        }
        node.subscription(to: .valueChange, queue: nil) { [weak fixture] event in
            if let fixture { check(event, event.value, fixture) }
        }
        #expect(fixture.take().count == 2 * 14)
        node.unsubscribeAll()
    }

    // swift-format-ignore: ReplaceForEachWithForLoop
    private func check<Snapshot: DatasyncSnapshot>(
        _ concrete: Snapshot, _ value: DatasyncValue, _ fixture: SupportFixture
    ) {
        let any: any DatasyncSnapshot = concrete
        for (old, new) in [(value.json, any.json), (value.rawJSON, any.rawJSON), (concrete.json, any.json)] {
            #expect(SupportFixture.text(old) == SupportFixture.text(new))
        }
        #expect((any.json as? [Any])?.count == 3)
        #expect((any.rawJSON as? [String: Any])?.count == 3)
        #expect(value.isAcknowledged && any.isAcknowledged && concrete.isAcknowledged)
        #expect(!value.isNull && !any.isNull && any.child("none").isNull && !any.hasChild("none"))
        #expect(any.hasChild("0/x") && !any.hasChild("a#b") && any.hasChildren && !any.child("1").hasChildren)
        #expect(any.childCount == 3 && value.children.count == 3)
        #expect(any.keyName == "list" && any.child("0/x").keyName == "x")
        #expect(any.reference.path == "/list" && any.child("0").reference.path == "/list/0")
        #expect(any.description == concrete.description)
        any.forEach { fixture.note($0.keyName ?? "") }
        concrete.forEach { child in fixture.note(child.description) }
        for child in any.children { child.forEach { fixture.note($0.keyName ?? "") } }
        let wasStopped = any.forEach { child in
            fixture.note("until \(child.keyName ?? "")")
            return child.keyName == "1"
        }
        let wentThrough = value.forEach { (child: DatasyncValue) -> Bool in
            fixture.note("all \(child.keyName ?? "")")
            return false
        }
        fixture.note("\(wasStopped) \(wentThrough)")
        fixture.note("end")
    }

    @Test("snapshots of the callback dialect have the reading members of legacy snapshots")
    func callbackReading() throws {
        let fixture = try SupportFixture(["list": ["0", "1"]])
        let root = Webcom.ServerlessDbNode(fixture.application)
        root.get().answered(queue: nil) { _, snapshot in
            #expect(SupportFixture.text(snapshot?.rawJSON) == #"{"list":{"0":"0","1":"1"}}"#)
            #expect(snapshot?.hasChild("list/1") == true && snapshot?.hasChild("list/2") == false)
            #expect(snapshot?.hasChild("a#b") == false && snapshot?.eventName == nil)
            fixture.note("read")
        }
        #expect(fixture.take() == ["read"])
        #expect(root.relativeNode("list/1").root == root)
        #expect(root.createChild().key?.count == 20)
        #expect(root.serverlessDb.rootNode == root)
    }
}
