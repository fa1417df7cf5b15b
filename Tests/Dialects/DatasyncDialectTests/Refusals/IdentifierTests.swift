import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncEngine
import DatasyncLegacy
import TestSupport
import Testing

@testable import DatasyncClient

@Suite("Applications with an invalid identifier", .timeLimit(.minutes(30)))
@MainActor
struct IdentifierTests {
    /// The invalid identifiers, with the problem that the message names.
    nonisolated static let invalid = [
        ("", "is empty"), ("a/b", "holds \"/\""), ("/", "holds \"/\""), ("a\u{7}", "holds the control character U+7"),
        ("\u{7f}", "holds the control character U+7f"), ("\u{85}", "holds the control character U+85"),
        (String(repeating: "é", count: 257), "is 257 characters long"),
    ]

    private let log = Log()

    private func refused(_ identifier: String) -> WebcomApplication {
        let application = WebcomApplication(configuration: WebcomConfiguration(identifier: identifier))
        application.diagnostics = { [log] in log.note("\($0)") }
        return application
    }

    @Test("the message names the identifier and the rule", arguments: invalid)
    func message(identifier: String, problem: String) async throws {
        let application = refused(identifier)
        await flushMain()
        let entries = log.take()
        #expect(entries.count == 1)
        let entry = try #require(entries.first)
        #expect(entry.hasPrefix("invalidConfiguration: The application identifier \"\(identifier.isEmpty ? "\"" : "")"))
        #expect(entry.hasSuffix("\(problem); use 1 to 256 characters without \"/\" and control characters."))
        #expect(!application.datasyncService.isConnectionEnabled)
    }

    @Test("valid identifiers are accepted", arguments: ["a", "é b", String(repeating: "é", count: 256), "a.b#[1]$"])
    func valid(identifier: String) async {
        let application = refused(identifier)
        await flushMain()
        #expect(log.take() == [])
        #expect(application.client.refusal == nil)
        #expect(application.datasyncService.state.connectionState.backEndTimeOffsetMS != nil)
    }

    @Test("the legacy dialect refuses an invalid identifier")
    func legacy() async {
        let root = Webcom("")
        root.location.client.diagnostics = { [log] in log.note("diagnostic \($0.code)") }
        let node = root.child("a")
        node.set(1) { [log] error in log.note("set \(error?.code.rawValue ?? "ok")") }
        node.get { [log] error, _ in log.note("get \(error?.code.rawValue ?? "ok")") }
        node.on("value", { _, _ in }, revoked: { [log] error in log.note("on \(error.code)") })
        root.goOnline()
        await flushMain()
        #expect(
            log.take() == ["diagnostic", "set", "get", "on"].map { "\($0) invalidConfiguration" })
    }

    @Test("the callback dialect refuses an invalid identifier")
    func callback() async {
        let database = Webcom.App("a/b").serverlessDb
        database.rootNode.location.client.diagnostics = { [log] in log.note("diagnostic \($0.code)") }
        let node = database.rootNode.relativeNode("a")
        let errors = [
            await #expect(throws: WebcomError.self) { try await node.set(1).value },
            await #expect(throws: WebcomError.self) { _ = try await node.get().value },
            await #expect(throws: WebcomError.self) { _ = try await node.increment().value },
            await #expect(throws: WebcomError.self) {
                _ = try await node.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _ in }).value
            },
        ]
        #expect(errors.allSatisfy { $0?.code == .invalidConfiguration })
        await flushMain()
        #expect(log.take() == ["diagnostic invalidConfiguration"])
    }

    @Test("the async dialect refuses an invalid identifier")
    func async() async throws {
        let application = refused("a/b")
        let manager = application.datasyncService.createManager()
        let node = try #require(manager.node(for: "a")?.relativeNode(for: "b"))
        #expect(manager.node(for: "a#") != nil)
        let errors = [
            await #expect(throws: WebcomError.self) { try await node.set(1) },
            await #expect(throws: WebcomError.self) { _ = try await node.value() },
            await #expect(throws: WebcomError.self) { for try await _ in node.events() {} },
            await #expect(throws: WebcomError.self) { for try await _ in node.values(as: Int.self) {} },
        ]
        #expect(errors.allSatisfy { $0?.code == .invalidConfiguration })
        await flushMain()
        #expect(log.take().count == 1)
        #expect(node.subscribe { _ in } == nil)
        #expect(log.take().count == 1)
    }

    @Test("an invalid identifier makes no connection on any platform, also on request")
    func noConnection() async {
        let transport = PlayedTransport()
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "", platform: .transport(transport)))
        application.diagnostics = { [log] in log.note($0.code.rawValue) }
        application.datasyncService.isConnectionEnabled = true
        await flushMain()
        #expect(log.take() == ["invalidConfiguration"])
        #expect(application.client.port == nil)
        transport.finish()
        var attempts = 0
        for await _ in transport.attempts { attempts += 1 }
        #expect(attempts == 0)
    }

    @Test("an invalid identifier of the default application is refused too")
    func defaultApplication() {
        let registry = ClientRegistry()
        #expect(registry.setDefault(WebcomConfiguration(identifier: "\n")))
        let application = registry.defaultApplication
        application.diagnostics = { _ in }
        #expect(application.client.refusal?.code == .invalidConfiguration)
    }
}
