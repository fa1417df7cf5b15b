import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import TestSupport
import Testing

@Suite("Ill-formed nodes of the async dialect", .timeLimit(.minutes(30)))
struct IllFormedNodeTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager
    let bad: DatasyncNode

    init() throws {
        fixture = try ClientFixture(["n": 1])
        device = fixture.device()
        manager = device.manager()
        bad = manager["auction"]["a.b"]
    }

    @Test("subscripts return nodes without unwrapping, in chains too")
    func subscripts() async throws {
        try await manager["contacts"]["ada"]["phone"].set("555")
        #expect(try await manager["contacts/ada/phone"].decodedValue(as: String.self) == "555")
        #expect(manager["/contacts/ada"] == manager["contacts"]["ada"])
        #expect(manager["contacts"]["../n"] == manager.node(for: "n"))
        #expect(try manager["contacts"].relativeNodeThrows(for: "ada") == manager["contacts/ada"])
    }

    @Test("throwing forms name the requested path", arguments: ["a.b", "a#", "$x", "x[0]", "a/b]"])
    func throwing(path: String) {
        let error = #expect(throws: WebcomError.self) { try manager["auction"].relativeNodeThrows(for: path) }
        #expect(error?.code == .invalidPath)
        #expect(error?.path == "/auction/\(path)")
        #expect(manager["auction"].relativeNode(for: path) == nil)
    }

    @Test("the neighbours of an ill-formed node are ill-formed or nil")
    func neighbours() async {
        #expect(bad != manager["auction"] && bad != manager["a.c"])
        #expect(bad.parent == nil && bad.relativeNode(for: "x") == nil && bad / ".." == nil)
        #expect(bad["x"].description == bad.description)
        for promise in [bad.promise.parent, bad.promise.createChild(), bad.promise / "x", bad.promise.push(1)] {
            let error = await #expect(throws: WebcomError.self) { try await promise.value }
            #expect(error?.code == .invalidPath)
        }
    }

    @Test("every operation rejects with invalidPath as a promise and writes nothing")
    func promises() async {
        let good = manager["n"]
        let promises: [Promise<Void>] = [
            bad.promise.value().asVoid(), bad.promise.value(childrenConstraint: .first(limit: 1)).asVoid(),
            bad.promise.decodedValue(as: Int.self).asVoid(), bad.promise.set(1), bad.promise.set(.raw, 1),
            bad.promise.set(nil), bad.promise.set(1, at: .onDisconnection), bad.promise <- 1,
            bad.promise.merge(with: ["a": 1]), bad.promise.merge(.raw, with: ["a": 1]), bad.promise.clear(),
            bad.promise.push(1).asVoid(), bad.promise.push(.raw, 1).asVoid(), bad.promise.increment().asVoid(),
            bad.promise.runTransaction { _ in .set(1) }.asVoid(), bad.promise.copyValue(to: good.promise).asVoid(),
            good.promise.copyValue(to: bad.promise).asVoid(), good.promise.copyValue(to: "a.b").asVoid(),
            bad.promise.cancelNextDisconnectionOperations(),
        ]
        for promise in promises {
            let error = await #expect(throws: WebcomError.self) { try await promise.value }
            #expect(error?.code == .invalidPath)
        }
        #expect(fixture.embedded.data as? [String: Int] == ["n": 1])
    }

    @Test("async functions throw invalidPath with the requested path")
    func functions() async throws {
        let bad = bad
        let errors = [
            await #expect(throws: WebcomError.self) { try await bad.value() },
            await #expect(throws: WebcomError.self) { try await bad.value(childrenConstraint: .all) },
            await #expect(throws: WebcomError.self) { try await bad.decodedValue(as: Int.self) },
            await #expect(throws: WebcomError.self) { try await bad.set(1) },
            await #expect(throws: WebcomError.self) { try await bad.merge(with: ["a": 1]) },
            await #expect(throws: WebcomError.self) { try await bad.clear() },
            await #expect(throws: WebcomError.self) { try await bad.push(1) },
            await #expect(throws: WebcomError.self) { try await bad.increment() },
            await #expect(throws: WebcomError.self) { try await bad.runTransaction { _ in .clear } },
            await #expect(throws: WebcomError.self) { try await bad.copyValue(to: manager["n"]) },
            await #expect(throws: WebcomError.self) { try await bad.cancelNextDisconnectionOperations() },
        ]
        for error in errors {
            #expect(error?.code == .invalidPath)
            #expect(error?.path == "/auction/a.b")
        }
    }

    @Test("sequences throw invalidPath")
    func sequences() async {
        var events = bad.events().makeAsyncIterator()
        await #expect(throws: WebcomError.self) { try await events.next() }
        var typed = bad.events(of: DatasyncChildEvent.self).makeAsyncIterator()
        await #expect(throws: WebcomError.self) { try await typed.next() }
        var values = bad.values(as: Int.self).makeAsyncIterator()
        await #expect(throws: WebcomError.self) { try await values.next() }
        var rows = bad.children(as: Int.self).makeAsyncIterator()
        let error = await #expect(throws: WebcomError.self) { try await rows.next() }
        #expect(error?.code == .invalidPath)
        var updates = bad.items(mode: .merge, items: ["x"], fields: ["a"], queue: nil).updates.makeAsyncIterator()
        let failure = await #expect(throws: WebcomError.self) { try await updates.next() }
        #expect(failure?.code == .invalidPath)
    }

    @Test("subscriptions with closures report to the diagnostics and return nil")
    func closures() {
        let log = Log()
        device.application.diagnostics = { log.note("\($0.code) \($0.path ?? "")") }
        #expect(bad.subscribe(queue: nil, onEvent: { _ in }) == nil)
        #expect(bad.decodedValueSubscribe(queue: nil, onValue: { (_: Int) in }) == nil)
        fixture.flush()
        #expect(log.entries == ["invalidPath /auction/a.b", "invalidPath /auction/a.b"])
    }

    @Test("a child of a value at an ill-formed path is null, and cannot be decoded")
    func child() async throws {
        let value = try await manager[""].value()
        #expect(value["a.b"].isNull)
        let error = #expect(throws: WebcomError.self) { try value["a.b"].decodedThrowing(as: Int?.self) }
        #expect(error?.code == .invalidPath)
        #expect(error?.path == "a.b")
    }
}
