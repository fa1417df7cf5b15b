import ClientTestSupport
import DatasyncAsync
import Dispatch
import TestSupport
import Testing

/// Tests for the members of a node that the promise form has unchanged.
@Suite("Subscribing with closures", .timeLimit(.minutes(30)))
struct PromiseSubscribingTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1, "b": "x", "c": 3]])
        device = fixture.device()
        manager = device.manager()
    }

    @Test("the default subscription delivers value changes of all children, is stored, and uses the default queue")
    func defaults() throws {
        try manager.nodeThrows(for: "list").subscribe(queue: nil) { [log] event in log.note(event) }
        fixture.flush()
        #expect(log.take() == [#"value list acked {"a":1,"b":"x","c":3}"#])
        manager.unsubscribeFromAll()
        try manager.nodeThrows(for: "list").promise.clear()
        fixture.flush()
        #expect(log.take() == [])
    }

    @Test("every parameter can be given")
    func allParameters() throws {
        let (log, queue) = (log, fixture.queue)
        let subscription = try #require(
            try manager.nodeThrows(for: "list").subscribe(
                to: .childAddition, childrenConstraint: .last(limit: 2), stores: false, file: "Here/There.swift",
                line: 12,
                queue: queue, onEvent: { log.note($0) }, onCompletion: { log.note("\($0)") }))
        fixture.flush()
        #expect(log.take() == [#"child_added b acked "x""#, "child_added c after b acked 3"])
        #expect(subscription.debugDescription == "child_added at Here/There.swift:12")
        subscription.cancel()
        fixture.flush()
        #expect(log.take() == ["cancellation"])
    }

    @Test("the debug description names the file and line of a subscription in every form")
    func places() throws {
        let node = try manager.nodeThrows(for: "list")
        let line: UInt = #line + 2
        let made = [
            node.subscribe(queue: nil) { _ in },
            node.subscribe { _ in },
            node.decodedValueSubscribe(queue: nil) { (_: Int) in },
            node.decodedValueSubscribe { (_: Int) in },
        ]
        for (index, subscription) in made.enumerated() {
            let place = "DatasyncAsyncTests/PromiseSubscribingTests.swift:\(line + UInt(index))"
            #expect(subscription?.debugDescription.hasSuffix(" at " + place) == true)
            #expect(manager.debugDescription.contains(place))
        }
    }

    @Test("decoded values are delivered, values that cannot be decoded are skipped, and the completion is called")
    func decoded() throws {
        let log = log
        let subscription = try manager.nodeThrows(for: "list").decodedValueSubscribe(
            to: .childAddition, queue: nil, onValue: { (number: Int) in log.note("\(number)") },
            onCompletion: { log.note("\($0)") })
        fixture.flush()
        #expect(log.take() == ["1", "3"])
        subscription?.cancel()
        fixture.flush()
        #expect(log.take() == ["cancellation"])
    }

    @Test("an invalid subscription returns nil and reports the reason to the diagnostics")
    func failing() throws {
        let log = log
        device.application.diagnostics = { log.note($0.code.rawValue) }
        let node = try manager.nodeThrows(for: "list")
        #expect(node.subscribe(to: .value(), queue: nil, onEvent: { _ in }) == nil)
        #expect(node.subscribe(to: .child(), queue: nil, onEvent: { _ in }) == nil)
        for limit in [0, -1] {
            let constraint = DatasyncChildrenConstraint.first(limit: limit)
            #expect(node.subscribe(childrenConstraint: constraint, queue: nil, onEvent: { _ in }) == nil)
        }
        #expect(node.subscribe(childrenConstraint: .startAt(key: "a.b"), queue: nil, onEvent: { _ in }) == nil)
        #expect(
            log.take() == [
                "unknownEvent", "unknownEvent", "invalidConstraint", "invalidConstraint", "invalidConstraint",
            ])
    }

    @Test("events have their subscription, node and key")
    func eventMembers() throws {
        let log = log
        let node = try manager.nodeThrows(for: "list")
        let subscription = fixture.queue.sync {
            node.subscribe(to: .childEvent, queue: nil) { event in
                log.note("\(event.key) \(event.node?.path ?? "none") \(event.subscription.eventType == .childEvent)")
                log.note("\(event.description)|\(event.debugDescription.hasPrefix(event.description + " ("))")
                event.subscription.cancel()
            }
        }
        fixture.flush()
        #expect(log.take() == ["a /list/a true", "child_added a 1|true"])
        #expect(subscription?.completedSubscriptionPolicy == .keepData)
        subscription?.completedSubscriptionPolicy = .forgetData
        #expect(subscription?.completedSubscriptionPolicy == .forgetData)
    }

    @Test("a manager uses the queue and the policy that it was created with")
    func managerSettings() throws {
        let own = DispatchQueue(label: "own")
        let service = device.application.datasyncService
        let made = service.createManager(completedSubscriptionPolicy: .keepUpdatingData, callbackQueue: own)
        #expect(made.defaultCallbackQueue === own)
        #expect(manager.defaultCallbackQueue === fixture.queue)
        #expect(made.defaultCompletedSubscriptionPolicy == .keepUpdatingData)
        let subscription = try made.nodeThrows(for: "list").subscribe(queue: nil) { [log] _ in
            dispatchPrecondition(condition: .onQueue(own))
            log.note("own")
        }
        own.sync {}
        #expect(log.take() == ["own"])
        #expect(subscription?.completedSubscriptionPolicy == .keepUpdatingData)
    }
}
