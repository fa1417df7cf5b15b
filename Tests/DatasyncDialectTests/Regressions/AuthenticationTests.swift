import DatasyncBackend
import DatasyncClient
import DatasyncEngine
import Testing

extension Regressions {
    @Suite("Signing in and out settles", .timeLimit(.minutes(30)))
    struct AuthenticationTests {
        let device: Device
        let log = Log()

        init() throws { device = try ClientFixture().device() }

        private func authenticate(_ credential: String?, as name: String) {
            device.application.client.engine.authenticate(credential) { [log] _ in log.note(name) }
        }

        @Test("also what was replaced before there was a connection")
        func replaced() {
            device.port.drop()
            authenticate("ann", as: "ann")
            authenticate("bob", as: "bob")
            device.port.restore()
            #expect(log.entries.sorted() == ["ann", "bob"])
        }

        @Test("also a signing out whose answer was lost with the connection")
        func lost() {
            device.port.hold()
            authenticate(nil, as: "out")
            device.port.drop()
            device.port.restore()
            #expect(log.entries == ["out"])
        }
    }
}
