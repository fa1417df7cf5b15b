import ClientTestSupport
import DatasyncBackend
import DatasyncLegacy
import DatasyncTesting
import Foundation
import TestSupport
import Testing

@Suite("Writing in the legacy dialect", .timeLimit(.minutes(30)))
struct WritingTests {
    let fixture: ClientFixture
    let device: Device
    let node: Webcom
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["n": ["a": 1, "b": 2]])
        device = fixture.device()
        node = device.legacy.child("n")
    }

    private var stored: String {
        device.legacy.get(queue: nil) { [log] _, snapshot in log.note(snapshot?.text ?? "none") }
        fixture.flush()
        return log.take().last ?? "none"
    }

    @Test("set replaces, update leaves the other children, remove and null remove")
    func writes() {
        node.update(["b": 3, "c/d": 4] as [String: Any])
        #expect(stored == #"{"n":{"a":1,"b":3,"c":{"d":4}}}"#)
        node.update(["a": NSNull()])
        #expect(stored == #"{"n":{"b":3,"c":{"d":4}}}"#)
        node.set([1, "x", true] as [Any])
        #expect(stored == #"{"n":{"0":1,"1":"x","2":true}}"#)
        node.set(NSNull())
        #expect(stored == "null")
        node.set("x")
        node.set(nil)
        #expect(stored == "null")
        node.set("x")
        node.remove()
        #expect(stored == "null")
    }

    @Test("push returns the reference at once, with and without a value, in order")
    func pushes() {
        let (first, empty, last) = (node.push(1), node.push(), node.push(["x": 3]))
        #expect(first.parent() == node)
        let names = [first, empty, last].compactMap { $0.name() }
        #expect(names == names.sorted())
        #expect(Set(names).count == 3)
        #expect(stored.contains(#""\#(names[0])":1"#))
        #expect(!stored.contains(names[1]))
    }

    @Test("a server timestamp is first an estimate and then the time of the back end's clock")
    func timestamps() {
        node.child("t").on(["value", "value_ack"], queue: nil) { [log] in log.note($0, $1) }
        fixture.flush()
        device.port.hold()
        node.child("t").set(Webcom.ServerValue.TIMESTAMP)
        fixture.clock.advance(byMilliseconds: 10)
        device.port.release()
        fixture.flush()
        #expect(
            log.take() == ["value t acked null", "value t local 1700000000000", "value t acked 1700000000010"])
    }

    private func transact(_ update: @escaping @Sendable (Any?) -> Any?) -> [String] {
        node.transaction(update, queue: nil) { [log] error, committed, snapshot in
            log.note("\(error.map { $0.code.rawValue } ?? "ok") \(committed) \(snapshot?.text ?? "none")")
        }
        fixture.flush()
        return log.take()
    }

    @Test("a transaction receives the current value and writes another; the snapshot holds it")
    func transactionCommits() {
        #expect(transact { ($0 as? [String: Any])?.count ?? 0 }.last == "ok true 2")
        #expect(transact { (($0 as? Double) ?? 0) + 1 }.last == "ok true 3")
    }

    @Test("a transaction that returns nil aborts without an error; the snapshot holds the current value")
    func transactionAborts() {
        node.get(queue: nil) { _, _ in }
        node.on("value", queue: nil) { _, _ in }
        #expect(transact { _ in nil } == [#"ok false {"a":1,"b":2}"#])
        #expect(stored == #"{"n":{"a":1,"b":2}}"#)
    }

    @Test("a transaction that returns NSNull removes the value")
    func transactionRemoves() {
        #expect(transact { _ in NSNull() } == ["ok true null"])
        #expect(stored == "null")
    }

    @Test("a refused transaction is reverted and not committed")
    func transactionRefused() throws {
        try fixture.embedded.setRules(readOnly)
        #expect(transact { _ in 5 }.last?.hasPrefix("permissionDenied false") == true)
        #expect(stored == #"{"n":{"a":1,"b":2}}"#)
    }

    @Test("a transaction that returns a value that is no JSON fails with a reason")
    func transactionInvalid() {
        #expect(transact { _ in Date() }.last?.hasPrefix("invalidValue false") == true)
    }

    @Test("a plain write of the same client overrides a pending transaction")
    func transactionOverridden() {
        device.port.hold()
        node.transaction({ _ in 5 }, queue: nil) { [log] error, committed, _ in
            log.note("\(error.map { $0.code.rawValue } ?? "ok") \(committed)")
        }
        node.transaction({ _ in 6 }, queue: nil) { [log] error, committed, _ in
            log.note("\(error.map { $0.code.rawValue } ?? "ok") \(committed)")
        }
        node.set("plain")
        device.port.release()
        fixture.flush()
        #expect(log.take().contains("overridden false"))
        #expect(stored == #"{"n":"plain"}"#)
    }

    @Test("without local events only the acknowledged result of a transaction is delivered")
    func transactionInvisible() {
        node.on(["value", "value_ack"], queue: nil) { [log] in log.note($0, $1) }
        fixture.flush()
        _ = log.take()
        device.port.hold()
        node.transaction({ _ in 5 }, queue: nil, applyLocally: false, nil)
        fixture.flush()
        #expect(log.take() == [])
        device.port.release()
        fixture.flush()
        #expect(log.take() == ["value n acked 5"])
    }

    @Test("onDisconnect sets, updates and removes when the connection ends, unless it was cancelled")
    func onDisconnect() {
        let root = device.legacy
        root.child("set").onDisconnect().set("bye", queue: nil) { [log] in log.note(end: $0) }
        node.onDisconnect().update(["b": 9], queue: nil) { [log] in log.note(end: $0) }
        node.child("a").onDisconnect().remove(queue: nil) { [log] in log.note(end: $0) }
        root.child("never").onDisconnect().set(1, queue: nil) { [log] in log.note(end: $0) }
        root.child("never").onDisconnect().cancel(queue: nil) { [log] in log.note(end: $0) }
        fixture.flush()
        #expect(log.take() == Array(repeating: "ok", count: 5))
        #expect(stored == #"{"n":{"a":1,"b":2}}"#)
        device.port.drop()
        device.port.restore()
        #expect(stored == #"{"n":{"b":9},"set":"bye"}"#)
        root.child("set").set("again")
        device.port.drop()
        device.port.restore()
        #expect(stored == #"{"n":{"b":9},"set":"again"}"#)
    }

    @Test("offline, writes are delivered locally and queued, and reads use the cache; online, they are sent")
    func offline() {
        node.child("a").on("value", queue: nil) { [log] in log.note($0, $1) }
        fixture.flush()
        device.legacy.goOffline()
        device.legacy.goOffline()
        node.child("a").set(5, queue: nil) { [log] in log.note(end: $0) }
        node.child("a").get(queue: nil) { [log] _, snapshot in
            log.note("read \(snapshot?.text ?? "") \(snapshot?.acknowledged() == true)")
        }
        fixture.flush()
        #expect(log.take() == ["value a acked 1", "value a local 5", "read 5 false"])
        device.legacy.goOnline()
        fixture.flush()
        #expect(log.take() == ["ok"])
        #expect((fixture.embedded.data as? [String: [String: Int]])?["n"]?["a"] == 5)
    }
}
