import DatasyncAsync
import Testing

@Suite("Disconnection reasons", .timeLimit(.minutes(30)))
struct DisconnectionReasonTests {
    private let transport = PlayedTransport()
    private let application: WebcomApplication
    private let log = Log()

    init() {
        application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "far", platform: .transport(transport)))
        application.diagnostics = { [log] in log.note("\($0)") }
    }

    private var service: DatasyncService { application.datasyncService }

    @Test("the reason is in the state and in a diagnostic until the client is connected")
    func lifetime() async throws {
        var attempts = transport.attempts.makeAsyncIterator()
        let first = try #require(await attempts.next())
        #expect(service.state.disconnectionReason == nil)
        first(.closed(reason: "connection refused"))
        #expect(service.state.disconnectionReason == "connection refused")
        #expect(
            service.state.connectionState == .disconnected(backEndTimeOffsetMS: nil, isInitializing: false))
        application.client.waitForReports()
        #expect(
            log.take() == [
                "disconnected: The connection to the back end could not be opened: connection refused. The client "
                    + "reconnects by itself, and sends its subscriptions and pending writes then."
            ])

        let second = try #require(await attempts.next())
        #expect(service.state.disconnectionReason == "connection refused")
        second(PlayedTransport.hello)
        #expect(service.state.disconnectionReason == nil)
        second(.closed(reason: "The server restarts."))
        #expect(service.state.disconnectionReason == "The server restarts.")
        application.client.waitForReports()
        #expect(log.take().count == 1)
        service.isConnectionEnabled = false
        #expect(service.state.disconnectionReason == nil)
        application.client.waitForReports()
        #expect(log.take() == [])
    }

    @Test("a new reason is delivered in the stream of states even if nothing else changes")
    func states() async throws {
        var attempts = transport.attempts.makeAsyncIterator()
        var states = service.states.makeAsyncIterator()
        let first = try #require(await attempts.next())
        #expect(await states.next()?.disconnectionReason == nil)
        first(.closed(reason: "no route"))
        #expect(await states.next()?.disconnectionReason == "no route")
        let second = try #require(await attempts.next())
        second(.closed(reason: "no certificate"))
        #expect(await states.next()?.disconnectionReason == "no certificate")
        application.client.waitForReports()
        #expect(log.entries.count == 2)
    }

    @Test("a message that cannot be read is the reason")
    func malformed() async throws {
        var attempts = transport.attempts.makeAsyncIterator()
        let first = try #require(await attempts.next())
        first(.frame("{"))
        #expect(service.state.disconnectionReason?.hasPrefix("The back end sent a malformed message.") == true)
        application.client.waitForReports()
        #expect(log.entries.count == 1)
    }

    @Test("the reason is nil when the application closed the connection itself")
    func closedByApplication() async throws {
        var attempts = transport.attempts.makeAsyncIterator()
        let first = try #require(await attempts.next())
        first(PlayedTransport.hello)
        service.isConnectionEnabled = false
        #expect(service.state.disconnectionReason == nil)
        application.client.waitForReports()
        #expect(log.entries == [])
    }
}
