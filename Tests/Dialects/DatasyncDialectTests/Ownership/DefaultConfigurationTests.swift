import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import TestSupport
import Testing

@testable import DatasyncClient

/// Tests with separate registries, as all tests share the one of the process.
@Suite("Named handles and the default application", .timeLimit(.minutes(30)))
struct DefaultConfigurationTests {
    let registry = ClientRegistry()
    let log = Log()

    @Test("a named handle has the configuration of the default application, whichever is created first")
    func order() throws {
        let backend = EmbeddedBackend()
        let configuration = WebcomConfiguration(identifier: "same", platform: .embedded(in: backend))
        #expect(registry.setDefault(configuration))
        let named = registry.client(named: "same")
        #expect(named.port?.backend === backend.backend)
        #expect(registry.defaultApplication.client === named)
        #expect(registry.client(named: "other").port?.backend !== backend.backend)
    }

    @Test("a released handle causes no conflict")
    func gone() throws {
        let backend = EmbeddedBackend()
        _ = registry.client(named: "same")
        #expect(registry.setDefault(WebcomConfiguration(identifier: "same", platform: .embedded(in: backend))))
        #expect(registry.client(named: "same").port?.backend === backend.backend)
    }

    @Test("a conflict with a handle in use is refused with a diagnostic that names both configurations")
    func conflict() throws {
        let named = registry.client(named: "same")
        named.diagnostics = { [log] error in log.note("\(error.code) \(error.message)") }
        let backend = EmbeddedBackend()
        #expect(!registry.setDefault(WebcomConfiguration(identifier: "same", platform: .embedded(in: backend))))
        named.waitForReports()
        let entry = try #require(log.take().first)
        #expect(
            entry.hasPrefix(
                "invalidConfiguration The default application cannot become WebcomConfiguration(same, embedded in"))
        #expect(entry.contains("as WebcomConfiguration(same, embedded) is in use"))
        #expect(registry.setDefault(WebcomConfiguration(identifier: "same")))
        #expect(registry.defaultApplication.client === named)
        #expect(log.take() == [])
    }

    @Test("another default application is refused after the first use of the default application")
    func late() throws {
        #expect(registry.setDefault(WebcomConfiguration(identifier: "first")))
        let application = registry.defaultApplication
        application.diagnostics = { [log] error in log.note(error.code.rawValue) }
        #expect(!registry.setDefault(WebcomConfiguration(identifier: "second")))
        application.client.waitForReports()
        #expect(log.take() == ["invalidConfiguration"])
        #expect(!registry.setDefault(WebcomConfiguration(identifier: "first")))
        #expect(log.take() == [])
        #expect(registry.defaultApplication === application)
    }

    @Test("of threads that set different defaults at once, exactly one succeeds, and its configuration applies")
    func race() async throws {
        for _ in 0..<100 {
            let registry = ClientRegistry()
            let results = await withTaskGroup(of: (String, Bool).self) { [log] group in
                for name in ["one", "two"] {
                    group.addTask {
                        var configuration = WebcomConfiguration(identifier: name)
                        configuration.diagnostics = { error in log.note(error.code.rawValue) }
                        return (name, registry.setDefault(configuration))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let winners = results.filter(\.1).map(\.0)
            #expect(winners == [registry.defaultApplication.identifier])
            #expect(log.take() == ["invalidConfiguration"])
            let winner = try #require(winners.first)
            #expect(!registry.setDefault(WebcomConfiguration(identifier: winner)), "The application is in use.")
        }
    }

    @Test("property list and environment set identifier and platform")
    func surroundings() {
        func read(_ environment: [String: String], _ listed: [String: Any]? = nil) -> String {
            WebcomConfiguration.fromEnvironment(environment, information: listed.map { ["Webcom": $0] }).description
        }
        #expect(read([:]) == "WebcomConfiguration(default, embedded)")
        #expect(read(["WEBCOM_IDENTIFIER": "a", "WEBCOM_PLATFORM": "embedded"]) == "WebcomConfiguration(a, embedded)")
        #expect(read(["WEBCOM_IDENTIFIER": "a"], ["identifier": "b"]) == "WebcomConfiguration(b, embedded)")
        #expect(
            read(["WEBCOM_PLATFORM": "embedded"], ["platform": "wss://x"])
                == "WebcomConfiguration(default, server wss://x)")
        #expect(read(["WEBCOM_PLATFORM": "cloud"]) == "WebcomConfiguration(default, unknown cloud)")
    }

    @Test("every operation refuses an unknown platform, with the text and the remedy")
    func unknownPlatform() async throws {
        let configuration = WebcomConfiguration.fromEnvironment(["WEBCOM_PLATFORM": "cloud"], information: nil)
        let application = WebcomApplication(client: registry.makeClient(configuration, outlivesHandles: false))
        application.defaultQueue = ClientFixture.queue("unknown")
        application.diagnostics = { _ in }
        do {
            _ = try await Webcom.App(application).serverlessDb.rootNode.get().value
            Issue.record("The read was not refused.")
        } catch {
            let error = try #require(error as? WebcomError)
            #expect(error.code == .invalidConfiguration)
            #expect(error.message.contains("\"cloud\""))
            #expect(error.message.contains("use \"embedded\""))
        }
    }
}
