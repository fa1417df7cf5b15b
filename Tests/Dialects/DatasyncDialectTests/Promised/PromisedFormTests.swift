import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import Foundation
import TestSupport
import Testing

/// A model that is a class and not `Sendable`.
private final class NamedPerson: Decodable {
    var name: String
}

@Suite("Forms that the original clients have", .timeLimit(.minutes(30)))
struct PromisedFormTests {
    let fixture: ClientFixture
    let device: Device
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["n": 1, "ada": ["name": "Ada"]])
        device = fixture.device()
    }

    @Test("a promise wrapper subscribes like its node, with events and with decoded values")
    func wrapperSubscribes() throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n").promise
        let events = node.subscribe(to: .valueEvent, queue: nil) { [log] in
            log.note($0)
        } onCompletion: { [log] _ in
            log.note("over")
        }
        let values = node.decodedValueSubscribe(queue: nil) { [log] (value: Int) in log.note("value \(value)") }
        fixture.flush()
        #expect(log.take() == ["value n acked 1", "value 1"])
        node.set(2)
        fixture.flush()
        #expect(log.take() == ["value n local 2", "value 2", "ack n acked 2"])
        events?.cancel()
        values?.cancel()
        fixture.flush()
        #expect(log.take() == ["over"])
    }

    @Test("nil and NSNull are accepted by every write of the promise form")
    func nothing() async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n").promise
        let child = try await node.push(nil).value
        #expect(child.wrapped.path.hasPrefix("/n/"))
        _ = try await node.push(NSNull()).value
        typealias Wrapper = DatasyncNode.PromiseWrapper
        let addingNothing: () -> Promise<Wrapper> = { node += nil }
        let addingNull: () -> Promise<Wrapper> = { node += NSNull() }
        for added in [addingNothing(), addingNull()] {
            #expect(try await added.value.wrapped.path.hasPrefix("/n/"))
        }
        try await (node <- nil).value
        #expect((fixture.embedded.data as? [String: Any])?["n"] == nil)
        try await node.set(3).value
        try await (node <- NSNull()).value
        #expect((fixture.embedded.data as? [String: Any])?["n"] == nil)
        #expect(try await manager["n"].push(nil).path.hasPrefix("/n/"))
    }

    @Test("writes accept a completion on a queue, on the main actor, or none")
    func completions() async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        let note: @Sendable (Result<Void, WebcomError>) -> Void = { [log] result in
            switch result {
            case .success: log.note("ok")
            case .failure(let error): log.note(error.code.rawValue)
            }
        }
        node.set(4, queue: nil, then: note)
        node.set(.raw, ["a": 1], at: .now, queue: nil, then: note)
        node.set(nil, at: .now, queue: nil, then: note)
        node.set(NSNull(), queue: nil, then: note)
        node.clear(at: .now, queue: nil, then: note)
        node.set(5, queue: nil, then: nil)
        fixture.flush()
        #expect(log.take() == ["ok", "ok", "ok", "ok", "ok"])
        try fixture.embedded.setRules(readOnly)
        node.set(6, queue: nil, then: note)
        fixture.flush()
        #expect(log.take() == ["permissionDenied"])
        try fixture.embedded.setRules("null")
        node.set(7) { result in self.log.note("main \((try? result.get()) != nil)") }
        node.clear { result in self.log.note("main \((try? result.get()) != nil)") }
        fixture.flush()
        await flushMain()
        #expect(log.take() == ["main true", "main true"])
    }

    @Test("a model that is a class is decoded in the isolation of its reader")
    func classes() async throws {
        let manager = device.manager()
        let person: NamedPerson = try await manager["ada"].decodedValue()
        #expect(person.name == "Ada")
        #expect(try await manager["ada"].decodedValue(as: NamedPerson.self).name == "Ada")
    }

    @Test("a change without data is distinguished from a removal in both dialects that have it")
    func withoutData() async throws {
        let callback = Webcom.Callback(queue: nil) { [log] snapshot, _ in
            log.note("\(snapshot.event) \(snapshot.isHidden) \(snapshot.exists) \(snapshot.val() ?? "nil")")
        }
        device.node("n").subscribe(Webcom.Event.ValueChange.WithoutData, callback)
        let manager = device.manager()
        var changes = manager["n"].events(of: DatasyncValueChangeHidingData.self).makeAsyncIterator()
        fixture.flush()
        device.legacy.child("n").set(2)
        device.legacy.child("n").remove()
        fixture.flush()
        #expect(log.take() == ["value true true nil", "value true true nil", "value true false nil"])
        #expect(try await changes.next()?.exists == true)
        #expect(try await changes.next()?.exists == true)
        #expect(try await changes.next()?.exists == false)
    }

    @Test("`queue: nil` selects the callback queue of the manager, then the default queue of the application")
    func queues() async throws {
        let key = DispatchSpecificKey<String>()
        let (mine, managers) = (ClientFixture.queue("application"), ClientFixture.queue("manager"))
        mine.setSpecific(key: key, value: "application")
        managers.setSpecific(key: key, value: "manager")
        device.application.defaultQueue = mine
        let note: @Sendable (String) -> Void = { [log] name in
            log.note("\(name) \(DispatchQueue.getSpecific(key: key) ?? "other")")
        }
        let own = device.application.datasyncService.createManager(callbackQueue: managers)
        let plain = device.manager()
        for manager in [own, plain] {
            manager["n"].subscribe(queue: nil, onEvent: { _ in note("event") })
            try await manager["n"].promise.value().tap(on: nil) { _ in note("promise") }.asVoid().value
            manager["n"].set(1, queue: nil) { _ in note("completion") }
            mine.sync {}
            managers.sync {}
            mine.sync {}
            managers.sync {}
        }
        let entries = log.take()
        #expect(entries.filter { $0.hasSuffix(" manager") }.count >= 3)
        #expect(entries.filter { $0.hasSuffix(" application") }.count >= 3)
        #expect(!entries.contains { $0.hasSuffix("other") })
    }

    @Test("a closure without a queue is reported once while another default queue is set")
    func mainQueue() async {
        device.application.diagnostics = { [log] error in log.note(error.code.rawValue) }
        device.legacy.child("n").once("value") { _, _ in }
        device.legacy.child("n").get { _, _ in }
        #expect(log.take() == ["unavailable"])
        let other = fixture.device()
        other.application.defaultQueue = .main
        other.application.diagnostics = { [log] error in log.note(error.code.rawValue) }
        other.legacy.child("n").once("value") { _, _ in }
        await flushMain()
        #expect(log.take() == [])
    }

    @Test("a live object calls a new listener at once while its data are local, not while they are fresh")
    func liveObject() {
        // On the queue, so that no event is delivered before the listener is registered.
        let object = fixture.queue.sync {
            let object = device.legacy.child("n").liveObject(queue: nil)
            object.on("dataUpdated", queue: nil) { [log] update in log.note("first \(update.model?.text ?? "nil")") }
            return object
        }
        fixture.flush()
        #expect(log.take() == ["first 1"])
        object.on("dataUpdated", queue: nil) { [log] update in log.note("fresh \(update.model?.text ?? "nil")") }
        fixture.flush()
        #expect(log.take() == [])
        device.port.hold()
        device.legacy.child("n").set(2)
        fixture.flush()
        #expect(log.take() == ["first 2", "fresh 2"])
        object.on("dataUpdated", queue: nil) { [log] update in
            log.note("local \(update.model?.text ?? "nil") \(update.changes.map(\.rawValue))")
        }
        object.once("dataUpdated", queue: nil) { [log] update in log.note("once \(update.model?.text ?? "nil")") }
        fixture.flush()
        #expect(log.take() == ["local 2 []", "once 2"])
        device.port.release()
        device.legacy.child("n").set(3)
        fixture.flush()
        #expect(log.take() == ["first 3", "fresh 3", #"local 3 ["dataStatusChanged", "dataUpdated"]"#])
        object.dispose()
    }
}
