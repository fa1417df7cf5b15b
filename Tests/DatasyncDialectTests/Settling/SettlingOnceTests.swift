import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import Testing

/// Each operation of each dialect in each situation: one end, the right one.
@Suite("Every operation settles exactly once", .timeLimit(.minutes(30)))
struct SettlingOnceTests {
    let log = Log()

    /// Waits until all that is due has been noted; decoding hops over another queue.
    private func settle(_ bench: Bench, count: Int) async {
        for _ in 0..<10_000 where log.entries.count < count {
            bench.flush()
            await Task.yield()
        }
        bench.flush()
    }

    @Test("with ok when the back end accepts it", arguments: Deed.all)
    func accepted(deed: Deed) async throws {
        let bench = try Bench(["n": 1])
        let subject = Subject(bench.device())
        deed.start(subject, log)
        await settle(bench, count: 1)
        #expect(log.entries == ["ok"])
        subject.device.port.drop()
        subject.device.port.restore()
        bench.flush()
        #expect(log.entries == ["ok"])
    }

    @Test("with permissionDenied when the rules forbid it", arguments: Deed.all)
    func rejected(deed: Deed) async throws {
        let bench = try Bench(["n": 1], rules: closed)
        let subject = Subject(bench.device())
        deed.start(subject, log)
        await settle(bench, count: 1)
        #expect(log.entries == [deed.kind == .withdrawal ? "ok" : "permissionDenied"])
        subject.device.port.drop()
        subject.device.port.restore()
        bench.flush()
        #expect(log.entries.count == 1)
        #expect(bench.embedded.data as? [String: Int] == ["n": 1])
    }

    @Test("after the connection has come back when there is none; reads at once, from the cache", arguments: Deed.all)
    func disconnected(deed: Deed) async throws {
        let bench = try Bench(["n": 1])
        let subject = Subject(bench.device())
        subject.device.port.drop()
        deed.start(subject, log)
        await settle(bench, count: deed.isRead ? 1 : 0)
        #expect(log.entries == (deed.isRead ? [deed.endWithoutConnection] : []))
        subject.device.port.restore()
        await settle(bench, count: 1)
        #expect(log.entries == [deed.endWithoutConnection])
    }

    @Test("with ok after its answer was lost with the connection and asked for again", arguments: Deed.all)
    func interrupted(deed: Deed) async throws {
        let bench = try Bench(["n": 1])
        let subject = Subject(bench.device())
        subject.device.port.hold()
        deed.start(subject, log)
        bench.flush()
        #expect(log.entries == [])
        subject.device.port.drop()
        subject.device.port.restore()
        await settle(bench, count: 1)
        #expect(log.entries == [deed.endWithoutConnection])
    }

    @Test("with released when the application goes away first", arguments: Deed.all)
    func released(deed: Deed) async throws {
        let bench = try Bench(["n": 1])
        var subject: Subject? = Subject(bench.device())
        let port = try #require(subject?.device.port)
        weak let application = subject?.device.application
        port.hold()
        deed.start(try #require(subject), log)
        bench.flush()
        #expect(log.entries == [])
        subject = nil
        bench.flush()
        #expect(application == nil)
        #expect(bench.sessionCount == 0)
        // A read may be answered by what the client knew, as when the connection is lost.
        #expect(log.entries == ["released"] || deed.isRead && log.entries == [deed.endWithoutConnection])
    }

    @Test("with ok, on the main queue, where it was not given one")
    @MainActor
    func onMain() async throws {
        let bench = try Bench(["n": 1])
        let device = bench.device()
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
