import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import DatasyncTesting
import Foundation
import TestSupport
import Testing

/// Tests that import all three dialects into one file and mix them on one application.
@Suite("Three dialects on one application", .timeLimit(.minutes(30)))
struct ThreeDialectsTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1, "b": 2]])
        device = fixture.device()
        manager = device.manager()
    }

    @Test("the names of the three dialects are unambiguous in one file")
    func names() async throws {
        let identifier = "three-dialects-names"
        let reference: Webcom = Webcom(identifier).child("list")
        let node: Webcom.ServerlessDbNode = Webcom.App(identifier).serverlessDb.rootNode.relativeNode("list")
        let application = Webcom.App(identifier).application
        let asynchronous: DatasyncNode? = application.datasyncService.createManager() / "list"
        #expect(reference.path == node.path)
        #expect(asynchronous?.path == node.path)
        #expect(reference.description == node.description)
        #expect(asynchronous?.description == node.description)
        let legacy: DataSnapshot.Type = DataSnapshot.self
        let callback: Webcom.DataSnapshot.Type = Webcom.DataSnapshot.self
        #expect(ObjectIdentifier(legacy) != ObjectIdentifier(callback))
        #expect(Webcom.ServerValue.TIMESTAMP == [".sv": "timestamp"])
        #expect(Webcom.NOW != Webcom.ON_DISCONNECTION)
        _ = [Webcom.Constraint.None, Webcom.Constraint.First(1)]
        _ = DatasyncChildrenConstraint.first(limit: 1)
    }

    @Test("handles made by name share one client across the dialects")
    func sharing() async throws {
        let identifier = "three-dialects-sharing"
        let reference = Webcom(identifier)
        let app = Webcom.App(identifier)
        #expect(reference.location.client === app.application.client)
        reference.goOffline()
        #expect(!app.application.datasyncService.isConnectionEnabled)
        app.serverlessDb.connect()
        #expect(app.application.datasyncService.isConnectionEnabled)
        #expect(Webcom(app.application) == reference)
        #expect(Webcom.App(app.application).serverlessDb.rootNode == app.serverlessDb.rootNode)
        app.application.datasyncService.isConnectionEnabled = false
        reference.goOnline()
        #expect(app.application.datasyncService.isConnectionEnabled)
        app.serverlessDb.disconnect()
        #expect(!app.application.datasyncService.isConnectionEnabled)
    }

    /// The event families for which the listeners are compared.
    enum Family: CaseIterable {
        case value
        case child
    }

    @Test("listeners of all dialects on one node receive the same events", arguments: Family.allCases)
    func sameEvents(family: Family) throws {
        let logs = (legacy: Log(), callback: Log(), asynchronous: Log())
        let names =
            family == .value ? ["value", "value_ack"] : ["child_added", "child_changed", "child_removed", "child_ack"]
        device.legacy.child("list").on(names, queue: fixture.queue) { logs.legacy.note($0, $1) }
        let callback = Webcom.Callback(queue: fixture.queue) { logs.callback.note($0, $1) }.includeAcknowledgements()
        if family == .value {
            device.node("list").subscribe(Webcom.Event.ValueChange, callback)
        } else {
            device.node("list").subscribe(Webcom.Event.Child, callback)
        }
        try manager.nodeThrows(for: "list").subscribe(
            to: family == .value ? .valueEvent : .childEvent, queue: fixture.queue
        ) { logs.asynchronous.note($0) }
        fixture.flush()
        #expect(!logs.legacy.entries.isEmpty)

        device.legacy.child("list/c").set(["x": [1, 2]])
        device.node("list").merge(["a": 5, "b": nil as Int?] as [String: Any?])
        try manager.nodeThrows(for: "list/a").promise.clear()
        device.port.refuseNext(with: .permissionDenied)
        device.legacy.child("list/d").set(4) { _ in }
        device.port.hold()
        try manager.nodeThrows(for: "list/e").promise.set(.raw, ["t": [".sv": "timestamp"]])
        fixture.clock.advance(byMilliseconds: 5)
        device.port.release()
        try fixture.embedded.setData(["list": ["z": true]])
        fixture.flush()
        #expect(logs.legacy.entries.count > 8)
        #expect(logs.legacy.entries == logs.callback.entries)
        #expect(logs.legacy.entries == logs.asynchronous.entries)
    }

    @Test("a value that one dialect writes is read by the others")
    func reading() async throws {
        device.legacy.child("x").set(["n": 1, "list": ["a", "b"]] as [String: Any])
        let snapshot = try await device.node("x").get().value
        #expect((snapshot.val() as? [String: Any])?["list"] as? [String] == ["a", "b"])
        let value = try await manager.nodeThrows(for: "x/list").decodedValue(as: [String].self)
        #expect(value == ["a", "b"])
        try await manager.nodeThrows(for: "x/n").increment(by: 2)
        let log = Log()
        device.legacy.child("x/n").once("value", queue: fixture.queue) { log.note($0, $1) }
        fixture.flush()
        #expect(log.entries == ["value n acked 3"])
    }

    @Test("cancelling the listeners of one dialect leaves those of the others")
    func ending() throws {
        let log = Log()
        device.legacy.child("list").on("value", queue: fixture.queue) { _, _ in log.note("legacy") }
        let callback = Webcom.Callback(queue: fixture.queue) { _ in log.note("callback") }.onCanceled(queue: nil) { _ in
        }
        device.node("list").subscribe(Webcom.Event.ValueChange, callback)
        try manager.nodeThrows(for: "list").subscribe(queue: fixture.queue) { _ in log.note("async") }
        fixture.flush()
        #expect(log.take() == ["legacy", "callback", "async"])
        device.legacy.child("list").off()
        device.legacy.child("list/n").set(1)
        fixture.flush()
        #expect(log.take() == ["callback", "async"])
        device.node("list").unsubscribe(callback)
        device.legacy.child("list/n").set(2)
        fixture.flush()
        #expect(log.take() == ["async"])
        manager.unsubscribeFromAll()
        device.legacy.child("list/n").set(3)
        fixture.flush()
        #expect(log.take() == [])
        #expect(fixture.listenCount == 0)
    }
}
