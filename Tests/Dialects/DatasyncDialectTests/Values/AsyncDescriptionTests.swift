import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import Foundation
import Testing

@Suite("Descriptions of the async dialect", .timeLimit(.minutes(30)))
struct AsyncDescriptionTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager
    let node: DatasyncNode

    init() throws {
        fixture = try ClientFixture(["contacts": ["ada": ["name": "Ada"], "bob": ["name": "Bob"]]])
        device = fixture.device()
        manager = device.manager()
        node = try manager.nodeThrows(for: "contacts/ada")
    }

    /// Checks the text of a value, which the debugger shows too unless it has one of its own.
    private func expect(
        _ value: some CustomStringConvertible, _ text: String, debug: String? = nil,
        at place: SourceLocation = #_sourceLocation
    ) {
        #expect("\(value)" == text, sourceLocation: place)
        #expect(String(reflecting: value) == debug ?? text, sourceLocation: place)
    }

    @Test("values print their path, acknowledgement and JSON, and long ones are cut on one line")
    func values() async throws {
        let value = try await node.value()
        expect(value, #"{"name":"Ada"}"#, debug: #"DatasyncValue(/contacts/ada, acknowledged, {"name":"Ada"})"#)
        expect(value["name"], #""Ada""#, debug: #"DatasyncValue(/contacts/ada/name, acknowledged, "Ada")"#)
        expect(value["a.b"], "null", debug: "DatasyncValue(/contacts/ada/a.b (ill-formed), acknowledged, null)")
        try await node.set(String(repeating: "é\n", count: 1000))
        let long = try await node.value().debugDescription
        #expect(long.hasPrefix(#"DatasyncValue(/contacts/ada, acknowledged, "é\n"#))
        #expect(long.hasSuffix("…)"))
        #expect(long.unicodeScalars.count < 260 && !long.contains("\n"))
    }

    @Test("ill-formed nodes print the requested path, never the root")
    func nodes() {
        expect(node, "bench:/contacts/ada")
        expect(node.promise, "bench:/contacts/ada")
        expect(manager[""], "bench:/")
        expect(manager["a/b.c"], "bench:/a/b.c (ill-formed)")
        expect(node["x#"].promise, "bench:/contacts/ada/x# (ill-formed)")
        #expect(node["x#"].path == "/contacts/ada/x#")
        #expect(manager["a.b"].path == "/a.b")
    }

    @Test("constraints print the requested values, valid or not")
    func constraints() {
        let texts: [(DatasyncChildrenConstraint, String)] = [
            (.all, "all"), (.first(limit: 3), "first 3"), (.last(limit: 3), "last 3"),
            (.startAt(key: "a", limit: 2), #"from "a" first 2"#), (.endAt(key: "b"), #"to "b""#),
            (.between(from: "a", to: "b"), #"from "a" to "b""#), (.first(limit: -1), "first -1 (invalid)"),
            (.startAt(key: "a/b"), #"from "a/b" (invalid)"#),
            (.endAt(key: "b", limit: 0), #"to "b" last 0 (invalid)"#),
        ]
        for (constraint, text) in texts {
            expect(constraint, text)
        }
    }

    @Test("small enumerations print the name of their case")
    func cases() {
        expect(DatasyncTime.nextDisconnection, "nextDisconnection")
        expect(DatasyncDeliveryPolicy.bounded(3), "bounded(3)")
        expect(DatasyncEventType.childEvent, "child_added+child_changed+child_removed+child_ack")
        expect(DatasyncTransaction.Operation.set(1), "set")
        expect(DatasyncTransaction.Status.aborted, "aborted")
        expect(WebcomMarkers.Raw.raw, "raw")
        expect(DatasyncCompletedSubscriptionPolicy.keepData, "keepData")
        let reason = WebcomError(.permissionDenied, at: "/a", "No.")
        expect(
            DatasyncSubscriptionCompletion.revocation(reason: reason), "revocation(reason: permissionDenied: No.)")
    }

    @Test("services and their states print the application and the connection")
    func states() {
        let state = "connected(backEndTimeOffsetMS: 0)"
        expect(manager.service, "DatasyncService(bench, \(state))")
        expect(manager.service.state, "DatasyncState(\(state))")
        manager.service.isConnectionEnabled = false
        expect(
            manager.service.state.connectionState, "disconnected(backEndTimeOffsetMS: 0, isInitializing: false)")
        expect(device.application, "WebcomApplication(bench)")
    }

    @Test("subscriptions print events, path, window and state")
    func subscriptions() throws {
        let made = node.subscribe(
            to: .childAddition, childrenConstraint: .last(limit: 2), queue: nil, onEvent: { _ in })
        let subscription = try #require(made)
        #expect(
            subscription.description
                == "DatasyncSubscription(/contacts/ada, last 2, child_added, active)")
        #expect(manager.description == "DatasyncManager(bench, subscriptions: 1)")
        subscription.cancel()
        fixture.flush()
        #expect(subscription.description == "DatasyncSubscription(/contacts/ada, last 2, child_added, ended)")
    }

    @Test("sequences and iterators print their node and events")
    func sequences() {
        let contacts = manager["contacts"]
        let events = contacts.events(.valueChange, childrenConstraint: .first(limit: 1), delivery: .coalescing)
        expect(events, "DatasyncEvents(bench:/contacts, value, first 1, coalescing)")
        let iterator = events.makeAsyncIterator()
        expect(iterator, "AsyncIterator(DatasyncSubscription(/contacts, first 1, value, active))")
        expect(manager["a.b"].events().makeAsyncIterator(), "AsyncIterator(bench:/a.b (ill-formed))")
        let values = contacts.values(as: [String: [String: String]].self)
        expect(values, "DatasyncValues(DatasyncEvents(bench:/contacts, value, all, coalescing))")
        expect(
            values.makeAsyncIterator(),
            "AsyncIterator(AsyncIterator(DatasyncSubscription(/contacts, all, value, active)))")
        let rows = contacts.children(as: [String: String].self)
        expect(rows, "DatasyncRows(bench:/contacts, all)")
        expect(rows.makeAsyncIterator(), "AsyncIterator(DatasyncRows(bench:/contacts, all))")
        expect(rows.lists, "DatasyncRowLists(bench:/contacts, all)")
        expect(rows.lists.makeAsyncIterator(), "AsyncIterator(DatasyncRows(bench:/contacts, all))")
        let items = contacts.items(mode: .merge, items: ["ada"], fields: ["name"], queue: nil)
        expect(items, #"DatasyncItems(bench:/contacts, merge, list(["ada"]))"#)
        expect(items.updates, #"DatasyncItemSequence(DatasyncItems(bench:/contacts, merge, list(["ada"])))"#)
        expect(
            items.events.makeAsyncIterator(),
            #"AsyncIterator(DatasyncItems(bench:/contacts, merge, list(["ada"])))"#)
    }

    @Test("events print their members")
    func events() async throws {
        try await manager["contacts/bob"].clear()
        var iterator = manager["contacts"].events(.childEvent).makeAsyncIterator()
        let event = try #require(try await iterator.next())
        let text = #"/contacts/ada, acknowledged, {"name":"Ada"}"#
        expect(try #require(DatasyncChildAddition(event)), "DatasyncChildAddition(\(text))")
        expect(try #require(DatasyncChildEvent(event)), "addition(DatasyncChildAddition(\(text)))")
        device.port.hold()
        manager["contacts/ada"].promise.set("new")
        expect(
            try #require(try await iterator.next().flatMap { DatasyncChildChange($0) }),
            #"DatasyncChildChange(/contacts/ada, local, "new")"#)
        manager["contacts/ann"].promise.set(1)
        expect(
            try #require(try await iterator.next().flatMap { DatasyncChildAddition($0) }),
            "DatasyncChildAddition(/contacts/ann, local, 1, after ada)")
        manager["contacts/ann"].promise.clear()
        expect(
            try #require(try await iterator.next().flatMap { DatasyncChildRemoval($0) }),
            "DatasyncChildRemoval(/contacts/ann, local, 1)")
        device.port.release()
        let hidden = manager["contacts/ada"].events(of: DatasyncValueChangeHidingData.self)
        for try await change in hidden {
            expect(change, "DatasyncValueChangeHidingData(acknowledged)")
            break
        }
        for try await change in manager["contacts/ada"].events(of: DatasyncValueChange.self) {
            expect(change, #"DatasyncValueChange(/contacts/ada, acknowledged, "new")"#)
            break
        }
    }

    @Test("results and rows print their parts")
    func results() async throws {
        let result = try await manager["n"].runTransaction { _ in .set(1) }
        expect(result, "Result(committed, DatasyncValue(/n, acknowledged, 1))")
        var iterator = manager["contacts"].children(as: [String: String].self).makeAsyncIterator()
        let row = try #require(try await iterator.next()?.first)
        expect(row, #"DatasyncRow(ada, acknowledged, ["name": "Ada"])"#)
    }

    @Test("live objects and collections print path and statuses")
    func live() async throws {
        let object = manager["contacts/ada"].liveObject(as: [String: String].self, queue: fixture.queue)
        let contacts = manager["contacts"].liveCollection(of: [String: String].self, pageSize: 1, queue: fixture.queue)
        fixture.flush()
        expect(object, "DatasyncLiveObject(/contacts/ada, loaded, fresh)")
        expect(object.state, #"DatasyncLiveUpdate(loaded, fresh, ["name": "Ada"])"#)
        expect(contacts, "DatasyncLiveCollection(/contacts, loaded, fresh, more)")
        expect(
            contacts.state,
            #"DatasyncLiveUpdate(loaded, fresh, more, [DatasyncLiveItem(ada, ["name": "Ada"])])"#)
        expect(try #require(contacts.models.first), #"DatasyncLiveItem(ada, ["name": "Ada"])"#)
        expect(contacts.updates, "DatasyncLiveUpdates(/contacts)")
        expect(contacts.updates.makeAsyncIterator(), "AsyncIterator(/contacts)")
        let bad = manager["a.b"].liveObject(as: Int.self, queue: fixture.queue)
        fixture.flush()
        #expect(bad.description == "DatasyncLiveObject(/a.b (ill-formed), error, error)")
        #expect(bad.state.description.hasPrefix("DatasyncLiveUpdate(error, error, nil, invalidPath: "))
    }

    @Test("back ends and configurations print where their data are stored")
    func backEnds() {
        let text = #"{"contacts":{"ada":{"name":"Ada"},"bob":{"name":"Bob"}}}"#
        expect(fixture.embedded, "EmbeddedBackend(\(text))")
        expect(WebcomConfiguration.Platform.embedded, "Platform(embedded)")
        expect(
            WebcomConfiguration(identifier: "app", platform: .embedded(in: fixture.embedded)),
            "WebcomConfiguration(app, embedded in EmbeddedBackend(\(text)))")
    }
}
