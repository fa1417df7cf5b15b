import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import TestSupport
import Testing

/// Tests that each operation of each dialect settles once, with the right result, in each situation.
@Suite("Every operation settles exactly once", .timeLimit(.minutes(30)))
struct SettlingOnceTests {
    let log = Log()

    /// Waits until the given number of ends is noted; decoding uses another queue.
    private func settle(_ fixture: ClientFixture, count: Int) async {
        for _ in 0..<10_000 where log.entries.count < count {
            fixture.flush()
            await Task.yield()
        }
        fixture.flush()
    }

    @Test("an operation that the back end accepts settles with ok", arguments: OperationCase.all)
    func accepted(operation: OperationCase) async throws {
        let fixture = try ClientFixture(["n": 1])
        let subject = Subject(fixture.device())
        operation.start(subject, log)
        await settle(fixture, count: 1)
        #expect(log.entries == ["ok"])
        subject.device.port.drop()
        subject.device.port.restore()
        fixture.flush()
        #expect(log.entries == ["ok"])
    }

    @Test("an operation that the rules forbid settles with permissionDenied", arguments: OperationCase.all)
    func rejected(operation: OperationCase) async throws {
        let fixture = try ClientFixture(["n": 1], rules: closed)
        let subject = Subject(fixture.device())
        operation.start(subject, log)
        await settle(fixture, count: 1)
        #expect(log.entries == [operation.kind == .withdrawal ? "ok" : "permissionDenied"])
        subject.device.port.drop()
        subject.device.port.restore()
        fixture.flush()
        #expect(log.entries.count == 1)
        #expect(fixture.embedded.data as? [String: Int] == ["n": 1])
    }

    @Test(
        "without a connection an operation settles after the reconnect, and a read settles at once from the cache",
        arguments: OperationCase.all)
    func disconnected(operation: OperationCase) async throws {
        let fixture = try ClientFixture(["n": 1])
        let subject = Subject(fixture.device())
        subject.device.port.drop()
        operation.start(subject, log)
        await settle(fixture, count: operation.isRead ? 1 : 0)
        #expect(log.entries == (operation.isRead ? [operation.endWithoutConnection] : []))
        subject.device.port.restore()
        await settle(fixture, count: 1)
        #expect(log.entries == [operation.endWithoutConnection])
    }

    @Test(
        "an operation whose response was lost with the connection is sent again and settles with ok",
        arguments: OperationCase.all)
    func interrupted(operation: OperationCase) async throws {
        let fixture = try ClientFixture(["n": 1])
        let subject = Subject(fixture.device())
        subject.device.port.hold()
        operation.start(subject, log)
        fixture.flush()
        #expect(log.entries == [])
        subject.device.port.drop()
        subject.device.port.restore()
        await settle(fixture, count: 1)
        #expect(log.entries == [operation.endWithoutConnection])
    }

    @Test("a pending operation of a released application settles with released", arguments: OperationCase.all)
    func released(operation: OperationCase) async throws {
        let fixture = try ClientFixture(["n": 1])
        var subject: Subject? = Subject(fixture.device())
        let port = try #require(subject?.device.port)
        weak let application = subject?.device.application
        port.hold()
        operation.start(try #require(subject), log)
        fixture.flush()
        #expect(log.entries == [])
        subject = nil
        fixture.flush()
        #expect(application == nil)
        #expect(fixture.sessionCount == 0)
        // A read may use the cache, as when the connection is lost.
        #expect(log.entries == ["released"] || operation.isRead && log.entries == [operation.endWithoutConnection])
    }

    @Test("an operation without a queue settles on the main queue")
    @MainActor
    func onMain() async throws {
        let fixture = try ClientFixture(["n": 1])
        let device = fixture.device()
        let node = device.legacy.child("n")
        node.set(1) { [log] in log.note(end: $0) }
        node.update(["a": 1]) { [log] in log.note(end: $0) }
        node.remove { [log] in log.note(end: $0) }
        node.push(1) { [log] in log.note(end: $0) }
        node.transaction({ _ in 5 }) { [log] error, committed, snapshot in
            log.note(end: error)
            log.note("\(committed) \(snapshot?.text ?? "none")")
        }
        #expect(log.entries == [])
        await flushMain()
        #expect(log.entries == ["ok", "ok", "ok", "ok", "ok", "true 5"])
    }
}
