import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import TestSupport
import Testing

/// Tests for deadlines of promises and for cancelled waiting tasks.
@Suite("Deadlines and cancelled waiting", .timeLimit(.minutes(30)))
struct DeadlineTests {
    let fixture: ClientFixture
    let subject: Subject
    let deadline = Deadline()
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["n": 1])
        subject = Subject(fixture.device())
    }

    private func expectTimeout<Value>(_ promise: Promise<Value>) {
        log.note(promise.timeout(.seconds(5), clock: deadline))
        fixture.flush()
        #expect(log.entries == [])
        deadline.pass()
        fixture.flush()
        #expect(log.entries == ["timedOut"])
        subject.device.port.restore()
        fixture.flush()
        #expect(log.entries == ["timedOut"])
    }

    @Test("a write without a connection times out at its deadline, and the write itself continues", arguments: 0..<8)
    func writes(form: Int) throws {
        subject.device.port.drop()
        switch form {
        case 0: expectTimeout(subject.callback.set(7))
        case 1: expectTimeout(subject.callback.merge(["a": 7]))
        case 2: expectTimeout(subject.callback.push(7))
        case 3: expectTimeout(subject.callback.increment(by: 6))
        case 4: expectTimeout(subject.callback.transaction { _ in 7 })
        case 5: expectTimeout(subject.asynchronous.promise.set(7))
        case 6: expectTimeout(subject.asynchronous.promise.push(7))
        default: expectTimeout(subject.asynchronous.promise.runTransaction { _ in .set(7) })
        }
        #expect("\(fixture.embedded.data ?? "nothing")".contains("7"))
    }

    @Test("a deadline that is not reached has no effect")
    func inTime() {
        subject.device.port.hold()
        log.note(subject.callback.set(7).timeout(.seconds(5), clock: deadline))
        subject.device.port.release()
        fixture.flush()
        deadline.pass()
        fixture.flush()
        #expect(log.entries == ["ok"])
    }

    /// The operations in their async form.
    static let functions: [(name: String, call: @Sendable (DatasyncNode) async throws(WebcomError) -> Void)] = [
        ("set", { node async throws(WebcomError) in try await node.set(7) }),
        ("set nil", { node async throws(WebcomError) in try await node.set(nil) }),
        ("set raw", { node async throws(WebcomError) in try await node.set(.raw, 7) }),
        ("merge", { node async throws(WebcomError) in try await node.merge(with: ["a": 7]) }),
        ("merge raw", { node async throws(WebcomError) in try await node.merge(.raw, with: ["a": 7]) }),
        ("clear", { node async throws(WebcomError) in try await node.clear() }),
        ("push", { node async throws(WebcomError) in try await node.push(7) }),
        ("push raw", { node async throws(WebcomError) in try await node.push(.raw, 7) }),
        ("increment", { node async throws(WebcomError) in _ = try await node.increment() }),
        ("runTransaction", { node async throws(WebcomError) in try await node.runTransaction { _ in .set(7) } }),
        ("value", { node async throws(WebcomError) in _ = try await node.value() }),
        ("decodedValue", { node async throws(WebcomError) in _ = try await node.decodedValue(as: Int?.self) }),
        ("copyValue", { node async throws(WebcomError) in try await node.copyValue(to: node) }),
        ("will", { node async throws(WebcomError) in try await node.set(7, at: .nextDisconnection) }),
        ("withdrawal", { node async throws(WebcomError) in try await node.cancelNextDisconnectionOperations() }),
    ]

    @Test("an awaited operation returns when it is accepted", arguments: functions.indices)
    func accepted(index: Int) async throws {
        try await Self.functions[index].call(subject.asynchronous)
        #expect(fixture.sessionCount == 1)
    }

    @Test("an awaited operation throws the reason of its refusal", arguments: functions.indices)
    func refused(index: Int) async throws {
        try fixture.embedded.setRules(closed)
        let (name, call) = Self.functions[index]
        var code: WebcomError.SDKCode?
        do throws(WebcomError) {
            try await call(subject.asynchronous)
        } catch {
            code = error.code
        }
        #expect(code == (name == "withdrawal" ? nil : .permissionDenied))
    }

    @Test(
        "cancelling the task throws cancelled at once, and the operation continues",
        arguments: functions.indices)
    func cancelled(index: Int) async throws {
        let (name, call) = Self.functions[index]
        subject.device.port.hold()
        let node = subject.asynchronous
        let task = Task {
            do throws(WebcomError) {
                try await call(node)
                return WebcomError.SDKCode?.none
            } catch {
                return error.code
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        subject.device.port.release()
        if ["set", "merge", "push", "runTransaction"].contains(name) {
            #expect("\(fixture.embedded.data ?? "nothing")".contains("7"))
        }
    }

    @Test("an operation on a node whose manager was released throws released", arguments: functions.indices)
    func managerGone(index: Int) async throws {
        let (_, call) = Self.functions[index]
        var manager: DatasyncManager? = subject.device.manager()
        let node = try #require(manager?.node(for: "n"))
        manager = nil
        let error = await #expect(throws: WebcomError.self) { try await call(node) }
        #expect(error?.code == .released)
        #expect(fixture.embedded.data as? [String: Int] == ["n": 1])
        #expect(manager == nil)
    }
}
