import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import DatasyncTesting
import Testing

/// The samples of the tutorials, compiled and run as they are.
///
/// They name one application, so they run one after the other. The test advances the clock of its embedded back end;
/// another user is another client of that back end.
@Suite("Tutorials", .serialized, .timeLimit(.minutes(30)))
enum Tutorial {
    static let clock = ManualClock()
    static let backend = EmbeddedBackend { clock.now }
    static let configuration = WebcomConfiguration(identifier: "tutorial", platform: .embedded(in: backend))
    /// Whether the configuration was set before the first use of the default application.
    static let isConfigured = Webcom.setDefault(configuration)

    /// Starts with the given contacts, and without rules.
    ///
    /// - Returns: Another user of the application.
    @MainActor
    static func begin(_ contacts: [String: Any]? = nil) async throws -> WebcomApplication {
        #expect(isConfigured)
        #expect(Webcom.defaultApplication.identifier == "tutorial")
        try backend.setRules("null")
        try backend.setData(contacts.map { ["contacts": $0] })
        await flushMain()
        return WebcomApplication(configuration: configuration)
    }

    /// Cancels the subscriptions that a sample made without a handle.
    @MainActor
    static func end(_ nodes: any Listenable...) async {
        for node in nodes { node.off() }
        await flushMain()
    }
}

/// A contact as the tutorials store it.
struct Contact: Codable, Equatable {
    var phone: String
    var date: Double?
}
