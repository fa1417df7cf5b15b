import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import TestSupport
import Testing

extension Regressions {
    @Suite("Released applications", .timeLimit(.minutes(30)))
    struct GoneApplicationTests {
        let fixture: ClientFixture
        let log = Log()

        init() throws { fixture = try ClientFixture(["n": 1]) }

        @Test(
            "an operation that was never sent fails with released",
            arguments: OperationCase.all.filter { !$0.isRead })
        func offline(deed: OperationCase) throws {
            var subject: Subject? = Subject(fixture.device())
            subject?.device.legacy.goOffline()
            deed.start(try #require(subject), log)
            fixture.flush()
            #expect(log.entries == [])
            weak let client = subject?.device.application.client
            subject = nil
            fixture.flush()
            #expect(client == nil)
            #expect(log.entries == ["released"])
        }

        @Test("the sequence of connection states ends")
        func states() async {
            func begin() -> AsyncStream<DatasyncState> { fixture.device().application.datasyncService.states }
            var count = 0
            for await _ in begin() { count += 1 }
            #expect(count <= 2)
            #expect(fixture.sessionCount == 0)
        }

        @Test("a time far outside any calendar still gives keys and states", arguments: [1e300, -1e300])
        func hugeTime(time: Double) {
            let link = EmbeddedBackend { time }.backend.makePort()
            let client = Client(identifier: "late", link: link, outlivesHandles: false, clock: { 0 }, random: { 1 })
            let application = WebcomApplication(client: client)
            let first = Webcom(application).push()
            #expect(first != Webcom(application).push())
            guard case .connected = application.datasyncService.state.connectionState else {
                Issue.record("not connected")
                return
            }
        }
    }
}
