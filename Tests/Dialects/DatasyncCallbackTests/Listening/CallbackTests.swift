import ClientTestSupport
import DatasyncCallback
import TestSupport
import Testing

@Suite("Callbacks and descriptors", .timeLimit(.minutes(30)))
struct CallbackTests {
    let fixture: ClientFixture
    let device: Device
    let node: Webcom.ServerlessDbNode
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1, "b": 2], "other": ["x": 9]])
        device = fixture.device()
        node = device.node("list")
    }

    private func makeCallback() -> Webcom.Callback { Webcom.Callback(queue: nil) { [log] in log.note($0, $1) } }

    private func change() {
        node.set(["a": 5, "c": 3])
        fixture.flush()
    }

    @Test("a descriptor without refinement requests all kinds, a refined one only those, in any order")
    func refinements() {
        let descriptors = [
            (Webcom.Event.Child, ["child_removed b", "child_added c", "child_changed a"]),
            (Webcom.Event.Child.Addition, ["child_added c"]),
            (Webcom.Event.Child.Change.Addition, ["child_added c", "child_changed a"]),
            (Webcom.Event.Child.Addition.Change, ["child_added c", "child_changed a"]),
            (Webcom.Event.Child.Removal, ["child_removed b"]),
            (Webcom.Event.Child.Removal.Removal, ["child_removed b"]),
            (Webcom.Event.Child.Removal.Change.Addition, ["child_removed b", "child_added c", "child_changed a"]),
        ]
        for (descriptor, expected) in descriptors {
            node.set(["a": 1, "b": 2])
            let callback = makeCallback().onCanceled(queue: nil) { _ in }
            node.subscribe(descriptor, callback)
            fixture.flush()
            _ = log.take()
            change()
            #expect(log.take().map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == expected)
            node.unsubscribe(callback)
        }
    }

    @Test("refining a descriptor leaves the original unchanged")
    func values() {
        let child = Webcom.Event.Child
        _ = child.Addition
        #expect(child.selection == Webcom.Event.Child.Addition.Change.Removal.selection)
        #expect(Webcom.Event.Child.Addition.Change.selection == Webcom.Event.Child.Change.Addition.selection)
        #expect(Webcom.Event.ValueChange.selection != Webcom.Event.ValueChange.WithoutData.selection)
        #expect(child.excludeRevocations().selection != child.selection)
    }

    @Test("without data the value is nil, and the other members are set")
    func withoutData() {
        node.subscribe(Webcom.Event.ValueChange.WithoutData, makeCallback().includeAcknowledgements())
        fixture.flush()
        change()
        #expect(log.take() == ["value list acked null", "value list local null", "ack list acked null"])
    }

    @Test("unsubscribing a callback from one node leaves its subscriptions to other nodes")
    func sharing() {
        let callback = makeCallback()
        node.subscribe(Webcom.Event.ValueChange, callback)
        device.node("other").subscribe(Webcom.Event.ValueChange, callback)
        fixture.flush()
        #expect(log.take() == [#"value list acked {"a":1,"b":2}"#, #"value other acked {"x":9}"#])
        node.unsubscribe(callback)
        fixture.flush()
        #expect(log.take() == ["cancelation list acked null"])
        change()
        device.node("other").clear()
        fixture.flush()
        #expect(log.take() == ["value other local null"])
    }

    @Test("the same callback twice on one node with the same events is one subscription")
    func twice() async throws {
        let callback = makeCallback()
        let first = try await node.subscribe(Webcom.Event.Child.Addition, callback).value
        node.subscribe(Webcom.Event.Child.Addition, callback)
        node.subscribe(Webcom.Event.Child.Addition, callback, .None)
        fixture.flush()
        #expect(log.take() == ["child_added a acked 1", "child_added b after a acked 2"])
        first.cancel()
        first.cancel()
        change()
        #expect(log.take() == ["cancelation list acked null"])
    }

    @Test("other events, another constraint or another descriptor make another subscription")
    func twiceDifferently() {
        let callback = makeCallback()
        node.subscribe(Webcom.Event.Child.Addition, callback, .First(1))
        node.subscribe(Webcom.Event.Child.Addition, callback, .Last(1))
        node.subscribe(Webcom.Event.ValueChange, callback)
        node.subscribe(Webcom.Event.ValueChange.WithoutData, callback)
        fixture.flush()
        #expect(
            log.take() == [
                "child_added a acked 1", "child_added b acked 2", #"value list acked {"a":1,"b":2}"#,
                "value list acked null",
            ])
        node.unsubscribe(callback)
        fixture.flush()
        #expect(log.take() == Array(repeating: "cancelation list acked null", count: 4))
    }

    @Test("a callback can be subscribed again after it was unsubscribed")
    func again() {
        let callback = makeCallback()
        for _ in 0..<3 {
            node.subscribe(Webcom.Event.ValueChange, callback)
            fixture.flush()
            node.unsubscribe(callback)
            node.unsubscribe(callback)
            fixture.flush()
            #expect(log.take() == [#"value list acked {"a":1,"b":2}"#, "cancelation list acked null"])
        }
    }

    @Test("onCanceled may return nothing, a policy or an optional policy, and replaces the callback")
    func answers() throws {
        let log = log
        let callbacks = [
            makeCallback().onCanceled(queue: nil) { log.note("nothing \($0?.code.rawValue ?? "nil")") },
            makeCallback().onCanceled(queue: nil) { error in
                log.note("policy \(error?.code.rawValue ?? "nil")")
                return Webcom.FORGET
            },
            makeCallback().onCanceled(queue: nil) { error -> Webcom.CachePolicy? in
                log.note("perhaps \(error?.code.rawValue ?? "nil")")
                return error == nil ? Webcom.KEEP_UPDATING : nil
            },
        ]
        for callback in callbacks { node.subscribe(Webcom.Event.Child.Change, callback) }
        for callback in callbacks { node.unsubscribe(callback) }
        fixture.flush()
        #expect(log.take() == ["nothing nil", "policy nil", "perhaps nil"])
        for callback in callbacks { node.subscribe(Webcom.Event.Child.Change, callback) }
        try fixture.embedded.setRules(closed)
        fixture.flush()
        #expect(log.take() == ["nothing permissionDenied", "policy permissionDenied", "perhaps permissionDenied"])
    }

    @Test("without onCanceled the callback receives the cancellation, and the revocation with its reason")
    func endings() throws {
        let log = log
        let callback = Webcom.Callback(queue: nil, policy: Webcom.FORGET) { snapshot in
            log.note("\(snapshot.event.isRevocation) \(snapshot.error?.code.rawValue ?? "none")")
        }
        node.subscribe(Webcom.Event.Child.Change, callback)
        node.unsubscribe(callback)
        node.subscribe(Webcom.Event.Child.Change, callback)
        try fixture.embedded.setRules(closed)
        fixture.flush()
        #expect(log.take() == ["false none", "true permissionDenied"])
    }

    @Test("excludeRevocations suppresses the revocation, with and without onCanceled, but not the cancellation")
    func excludeRevocations() throws {
        let log = log
        for callback in [makeCallback(), makeCallback().onCanceled(queue: nil) { _ in log.note("canceled") }] {
            try fixture.embedded.setRules("null")
            node.subscribe(Webcom.Event.Child.Change.excludeRevocations(), callback)
            node.unsubscribe(callback)
            fixture.flush()
            #expect(log.take().count == 1)
            node.subscribe(Webcom.Event.Child.Change.excludeRevocations(), callback)
            try fixture.embedded.setRules(closed)
            fixture.flush()
            #expect(log.take() == [])
        }
    }

    @Test("acknowledgements without a change are delivered only to callbacks that ask for them")
    func acknowledgements() {
        node.subscribe(Webcom.Event.ValueChange, makeCallback().includeAcknowledgements())
        node.subscribe(Webcom.Event.ValueChange, makeCallback())
        fixture.flush()
        _ = log.take()
        node.set(7)
        fixture.flush()
        #expect(log.take() == ["value list local 7", "value list local 7", "ack list acked 7"])
    }
}
