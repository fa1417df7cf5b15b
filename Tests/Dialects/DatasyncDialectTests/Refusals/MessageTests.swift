import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import TestSupport
import Testing

@Suite("Error messages", .timeLimit(.minutes(30)))
struct MessageTests {
    private let fixture: ClientFixture
    private let device: Device
    private let manager: DatasyncManager
    private let node: DatasyncNode

    init() throws {
        fixture = try ClientFixture(["n": 1, "text": "x"])
        device = fixture.device()
        device.application.diagnostics = { _ in }
        manager = device.manager()
        node = try manager.nodeThrows(for: "n")
    }

    /// The reason that the embedded back end gives for an injected refusal.
    private let injected = "The test that controls the back end refused this write."
    private let withoutUser = "Sign in with a valid credential, or sign out to go on without a user."

    @Test("a write and a subscription that the rules forbid name problem, path and remedy")
    func permissions() async throws {
        try fixture.embedded.setRules(closed)
        let write = await #expect(throws: WebcomError.self) { try await node.set(2) }
        #expect(
            write?.message
                == "The back end refused to write /n: permission_denied. The rules do not allow writing /n. "
                + "Sign in as a user who may, or change the rules.")
        let subscription = await #expect(throws: WebcomError.self) { for try await _ in node.events() {} }
        #expect(
            subscription?.message
                == "The back end refused to let this client listen to /n: permission_denied. "
                + "The rules do not allow reading /n. Sign in as a user who may, or change the rules.")
    }

    @Test("the reason of a refusal that concerns the data has the remedy, once")
    func remedies() async throws {
        let text = try manager.nodeThrows(for: "text")
        let error = await #expect(throws: WebcomError.self) { try await text.increment() }
        #expect(error?.code == .notANumber)
        #expect(
            error?.message
                == "The back end refused to write /text: invalid_data. The value at /text is no number and cannot be "
                + "incremented; set it to a number first.")
    }

    @Test(
        "an injected refusal has the message of its status",
        arguments: [WebcomError.SDKCode.invalidToken, .expiredToken, .unavailable])
    func statuses(code: WebcomError.SDKCode) async throws {
        try fixture.embedded.refuseNextWrite(of: device.application, with: code)
        let error = await #expect(throws: WebcomError.self) { try await node.set(2) }
        let (status, remedy) =
            switch code {
            case .invalidToken: ("invalid_token", withoutUser)
            case .expiredToken: ("expired_token", withoutUser)
            default: ("unavailable", "Try again later.")
            }
        #expect(error?.message == "The back end refused to write /n: \(status). \(injected) \(remedy)")
    }

    @Test("an invalid constraint has the same message in every dialect")
    func constraints() async throws {
        let expected = "At /n: The limit 0 of a constraint is not positive; use 1 or more, or none."
        let log = Log()
        device.legacy.child("n").limit(0).on("value", queue: nil, { _, _ in }, revoked: { log.note($0.message) })
        fixture.flush()
        let callback = await #expect(throws: WebcomError.self) { _ = try await device.node("n").get(.First(0)).value }
        let events = node.events(childrenConstraint: .first(limit: 0))
        let async = await #expect(throws: WebcomError.self) { for try await _ in events {} }
        #expect(log.take() == [expected])
        #expect([callback?.message, async?.message] == [expected, expected])
        #expect([callback?.path, async?.path] == ["/n", "/n"])
    }

    @Test("an unknown event name has a message with a remedy")
    func eventNames() {
        let log = Log()
        device.legacy.child("n").on(
            "valeu", queue: nil, { _, _ in }, revoked: { log.note("\($0.path ?? "") \($0.message)") })
        fixture.flush()
        #expect(
            log.take().first?.hasPrefix("/n At /n: The event \"valeu\" is unknown; did you mean \"value\"?") == true)
    }

    @Test("a sequence that overflows has a message with a remedy")
    func overflow() async throws {
        let events = node.events(delivery: .bounded(1))
        var iterator = events.makeAsyncIterator()
        device.legacy.child("n").set(2)
        device.legacy.child("n").set(3)
        var message: String?
        do throws(WebcomError) {
            while try await iterator.next() != nil {}
        } catch {
            message = error.message
        }
        #expect(
            message
                == "More events of /n arrived than the bound of the sequence allows to wait; take them faster, "
                + "or use another delivery policy.")
    }

    @Test("releasing an application with unacknowledged operations gives a message with a remedy")
    func released() throws {
        let log = Log()
        func leave() throws {
            let device = fixture.device()
            device.port.hold()
            device.application.diagnostics = { _ in }
            let node = device.legacy.child("n")
            node.set(2, queue: nil) { log.note($0?.message ?? "ok") }
            node.onDisconnect().set(3, queue: nil) { log.note($0?.message ?? "ok") }
        }
        try leave()
        fixture.flush()
        #expect(
            log.take()
                == ["write", "on-disconnect write"].map {
                    "The application was released before the back end acknowledged the \($0) at /n; "
                        + "keep the application until then."
                })
    }

    @Test("a cancelled on-disconnect write and an overridden transaction have messages with a remedy")
    func overtaken() {
        let log = Log()
        device.port.hold()
        let node = device.legacy.child("n")
        node.onDisconnect().set(3, queue: nil) { log.note($0?.message ?? "ok") }
        node.onDisconnect().cancel(queue: nil) { _ in }
        device.node("n").transaction { _ in 5 }.catch(on: fixture.queue) {
            log.note(($0 as? WebcomError)?.message ?? "")
        }
        node.set(4, queue: nil) { _ in }
        device.port.release()
        fixture.flush()
        #expect(
            log.take() == [
                "The on-disconnect write at /n was cancelled by the application before the back end acknowledged it; "
                    + "register it again if it is still needed.",
                "The transaction at /n was overridden by a plain write of this client at, above or below it; "
                    + "run it again, or use transactions for the other write too.",
            ])
    }
}
