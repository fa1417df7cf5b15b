import ClientTestSupport
import DatasyncLegacy
import Foundation
import TestSupport
import Testing

@Suite("Misuse of the legacy dialect", .timeLimit(.minutes(30)))
struct MisuseTests {
    let fixture: ClientFixture
    let device: Device
    let node: Webcom
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["n": 1])
        device = fixture.device()
        node = device.legacy.child("n")
        device.application.diagnostics = { [log] in log.note("diagnostics \($0.code): \($0.message)") }
    }

    @Test(
        "an unknown event name fails with the nearest known name",
        arguments: [
            ("vlaue", "value"), ("valueack", "value_ack"), ("child_add", "child_added"),
            ("childchanged", "child_changed"),
            ("child_remove", "child_removed"), ("child-ack", "child_ack"), ("Value", "value"), ("", "value"),
        ])
    func unknown(name: String, nearest: String) {
        node.on(name, queue: nil) { _, _ in
        } revoked: { [log] in
            log.note("\($0.code): \($0.message)")
        }
        fixture.flush()
        #expect(log.entries.count == 1)
        #expect(log.entries.first?.hasPrefix("unknownEvent: ") == true)
        #expect(log.entries.first?.contains("did you mean \"\(nearest)\"") == true)
    }

    @Test("without a closure the diagnostics of the application receive the error", arguments: [true, false])
    func diagnostics(isOnce: Bool) {
        if isOnce {
            node.once("vlaue", queue: nil) { [log] _, _ in log.note("event") }
        } else {
            node.on("vlaue", queue: nil) { [log] _, _ in log.note("event") }
        }
        fixture.flush()
        #expect(log.entries.count == 1)
        #expect(log.entries.first?.hasPrefix("diagnostics unknownEvent: ") == true)
    }

    @Test("mixing the two event families is an error that names both, also for acknowledgements")
    func mixed() {
        for names in [["value", "child_added"], ["child_ack", "value_ack"], ["child_removed", "child_ack", "value"]] {
            node.on(names, queue: nil) { [log] _, _ in
                log.note("event")
            } revoked: { [log] error in
                log.note("\(error.code) \(names.filter { error.message.contains("\"\($0)\"") }.count)")
            }
        }
        fixture.flush()
        #expect(log.entries == Array(repeating: "mixedEventFamilies 2", count: 3))
    }

    @Test("an empty list of names is an error that lists the valid names")
    func empty() {
        node.on([String](), queue: nil) { [log] _, _ in log.note("event") }
        fixture.flush()
        #expect(log.entries.count == 1)
        #expect(log.entries.first?.contains("child_ack") == true)
    }

    @Test("an acknowledgement event alone is allowed")
    func acknowledgementAlone() {
        node.on("value_ack", queue: nil) { [log] in log.note($0, $1) }
        node.parent()?.on("child_ack", queue: nil) { [log] in log.note($0, $1) }
        fixture.flush()
        #expect(log.entries == [])
        node.set(2)
        fixture.flush()
        #expect(log.entries == ["ack n acked 2", "ack n acked 2"])
    }

    @Test("every operation on an ill-formed reference fails with invalidPath and writes nothing")
    func illFormed() {
        let bad = node.child("a#b")
        let note: @Sendable (WebcomError?) -> Void = { [log] in log.note("\($0?.code.rawValue ?? "ok")") }
        bad.set(1, queue: nil, note)
        bad.update(["a": 1], queue: nil, note)
        bad.remove(queue: nil, note)
        bad.push(1, queue: nil, note)
        bad.increment(queue: nil, note)
        bad.child("deeper").set(1, queue: nil, note)
        bad.onDisconnect().set(1, queue: nil, note)
        bad.onDisconnect().cancel(queue: nil, note)
        bad.transaction({ _ in 1 }, queue: nil) { error, committed, _ in note(committed ? nil : error) }
        bad.get(queue: nil) { error, _ in note(error) }
        bad.on("value", queue: nil) { _, _ in
        } revoked: {
            note($0)
        }
        bad.once("child_added", queue: nil) { _, _ in
        } revoked: {
            note($0)
        }
        fixture.flush()
        #expect(log.entries == Array(repeating: "invalidPath", count: 12))
        #expect(fixture.embedded.data as? [String: Int] == ["n": 1])
        bad.off()
    }

    @Test("a failed write without a completion is reported to the diagnostics, a successful one is not")
    @MainActor
    func discardedErrors() async throws {
        node.set(2)
        await flushMain()
        #expect(log.entries == [])
        try fixture.embedded.setRules(closed)
        node.set(3)
        node.onDisconnect().remove()
        await flushMain()
        fixture.flush()
        #expect(log.entries.count == 2)
        #expect(log.entries.allSatisfy { $0.hasPrefix("diagnostics permissionDenied") })
    }

    @Test("values that are no JSON, and updates that are no objects, fail with a remedy")
    func values() {
        node.set(Date(), queue: nil) { [log] in log.note($0?.message ?? "ok") }
        node.update(5, queue: nil) { [log] in log.note($0?.code.rawValue ?? "ok") }
        node.update([1, 2], queue: nil) { [log] in log.note($0?.code.rawValue ?? "ok") }
        node.set(["a/b": 1], queue: nil) { [log] in log.note($0?.code.rawValue ?? "ok") }
        fixture.flush()
        #expect(log.entries.count == 4)
        #expect(log.entries.first?.contains("Date") == true)
        #expect(log.entries.dropFirst() == ["notAnObject", "ok", "invalidKey"])
    }
}
