import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import DatasyncWire
import TestSupport
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

    /// Returns the diagnostics since the last call, once there are this many.
    ///
    /// Another thread may still be on its way to the report when the state already has the reason.
    private func reports(_ count: Int) async -> [String] {
        while log.entries.count < count { await Task.yield() }
        application.client.waitForReports()
        return log.take()
    }

    @Test("the reason is in the state and in a diagnostic until the client is connected")
    func lifetime() async throws {
        var attempts = transport.attempts.makeAsyncIterator()
        let first = try #require(await attempts.next())
        #expect(service.state.disconnectionReason == nil)
        first(.closed(reason: "connection refused"))
        #expect(service.state.disconnectionReason == "connection refused")
        #expect(
            service.state.connectionState == .disconnected(backEndTimeOffsetMS: nil, isInitializing: false))
        #expect(
            await reports(1) == [
                "disconnected: The connection to the back end could not be opened: connection refused. The client "
                    + "reconnects by itself, and sends its subscriptions and pending writes then."
            ])

        let second = try #require(await attempts.next())
        #expect(service.state.disconnectionReason == "connection refused")
        second(PlayedTransport.hello)
        #expect(service.state.disconnectionReason == nil)
        second(.closed(reason: "The server restarts."))
        #expect(service.state.disconnectionReason == "The server restarts.")
        #expect(await reports(1).count == 1)
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
        #expect(await reports(2).count == 2)
    }

    @Test("a message that cannot be read is the reason")
    func malformed() async throws {
        var attempts = transport.attempts.makeAsyncIterator()
        let first = try #require(await attempts.next())
        first(.frame("{"))
        #expect(service.state.disconnectionReason?.hasPrefix("The back end sent a malformed message.") == true)
        #expect(await reports(1).count == 1)
    }

    @Test("a refused connection fails reads of unknown values, in all dialects, until one opens [operations 22]")
    func refusal() async throws {
        let answers = Box([TransportEvent.closed(reason: "no route")])
        let responder = Task {
            for await attempt in transport.attempts {
                for answer in answers.value { attempt(answer) }
            }
        }
        let manager = service.createManager()
        defer { withExtendedLifetime(manager) {} }
        let node = try manager.nodeThrows(for: "n")
        // An ordinary failure says nothing about the value.
        #expect(try await node.value().isKnown == false)
        answers.value = [.refused(reason: "The namespace \"far\" does not exist.")]
        while service.state.disconnectionReason?.hasPrefix("The namespace") != true { await Task.yield() }
        let expected =
            "The value at /n is not known here, and the back end refuses connections. The namespace \"far\" does not exist."
        var messages: [String] = []
        do { _ = try await node.value() } catch { messages.append("\(error.code.rawValue): \(error.message)") }
        do {
            _ = try await node.promise.value().value
        } catch {
            messages.append("\((error as? WebcomError)?.message ?? "")")
        }
        let legacy = Webcom(application).child("n")
        messages.append(
            await withCheckedContinuation { continuation in
                legacy.get(queue: nil) { error, _ in continuation.resume(returning: error?.message ?? "no error") }
            })
        let callback = Webcom.App(application).serverlessDb.rootNode.relativeNode("n")
        do {
            _ = try await callback.get().value
        } catch {
            messages.append("\((error as? WebcomError)?.message ?? "")")
        }
        #expect(messages == ["unavailable: \(expected)", expected, expected, expected])
        #expect(service.state.disconnectionReason == "The namespace \"far\" does not exist.")
        // Once a connection has opened, a failure is an ordinary one again.
        answers.value = [PlayedTransport.hello, .closed(reason: "no route")]
        while service.state.disconnectionReason != "no route" { await Task.yield() }
        #expect(try await node.value().isKnown == false)
        transport.finish()
        await responder.value
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
