import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncEngine
import TestSupport
import Testing

@Suite("Completion of signing in and out", .timeLimit(.minutes(30)))
struct AuthenticationTests {
    let device: Device
    let log = Log()

    init() throws { device = try ClientFixture().device() }

    private func authenticate(_ credential: String?, as name: String) {
        device.application.client.engine.authenticate(credential) { [log] _ in log.note(name) }
    }

    @Test("signing in completes even if replaced before there is a connection")
    func replaced() {
        device.port.drop()
        authenticate("ann", as: "ann")
        authenticate("bob", as: "bob")
        device.port.restore()
        #expect(log.entries.sorted() == ["ann", "bob"])
    }

    @Test("signing out completes even if its response was lost with the connection")
    func lost() {
        device.port.hold()
        authenticate(nil, as: "out")
        device.port.drop()
        device.port.restore()
        #expect(log.entries == ["out"])
    }
}
