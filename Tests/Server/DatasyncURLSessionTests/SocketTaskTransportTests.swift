import DatasyncAsync
import DatasyncBackend
import DatasyncConcurrency
import DatasyncTesting
import DatasyncURLSession
import DatasyncWebSocket
import DatasyncWire
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("A transport over the system's WebSocket tasks", .timeLimit(.minutes(30)))
struct SocketTaskTransportTests {
    private let address = try? ServerAddress(url: "wss://data.example.com", namespace: "a/b 50%", path: .webcom)

    @Test(
        "the transport keeps every rule and delivers every scenario, in each order in which a task reports its end",
        arguments: ScriptedTask.End.allCases)
    func suite(end: ScriptedTask.End) async throws {
        let address = try #require(address)
        let report = await TransportSuite(timeout: 60_000) { backend in
            SocketTaskTransport(address) { _ in ScriptedTask(to: backend, end) }
        }.run()
        #expect(report.failed == [])
        #expect(report.passed.count == 14)
    }

    @Test("[placement 5] the request has the version, namespace and path of the address, and the redirect")
    func query() throws {
        let requests = Record<String>()
        let link = EmbeddedBackend().makePort().link
        let transport = SocketTaskTransport(try #require(address)) { request in
            requests.note(request.url)
            return ScriptedTask(to: LinkTransport(link))
        }
        let connections = [
            transport.open { _ in }, transport.open(redirectedTo: "other:81") { _ in },
            transport.open(redirectedTo: nil) { _ in },
        ]
        let target = "/_wss/.ws?v=5&ns=a%2Fb%2050%25"
        let urls = [
            "wss://data.example.com\(target)", "wss://other:81\(target)&redirected=1",
            "wss://data.example.com\(target)&redirected=1",
        ]
        #expect(requests.entries == urls)
        for url in urls { #expect(URL(string: url)?.absoluteString == url) }
        #expect(transport.open(redirectedTo: "a/b") { _ in } == nil)
        for connection in connections { connection?.close() }
    }

    @Test("a client connects again after the connection was lost, and sends its writes then")
    func reconnects() async throws {
        let backend = EmbeddedBackend()
        let link = backend.makePort().link
        let tasks = Guarded<[ScriptedTask]>([])
        let transport = SocketTaskTransport(try #require(address)) { _ in
            let task = ScriptedTask(to: LinkTransport(link))
            tasks.withLock { $0.append(task) }
            return task
        }
        var configuration = WebcomConfiguration(identifier: "shop", platform: .transport(transport))
        configuration.reconnection.initialDelay = 0.001
        let application = WebcomApplication(configuration: configuration)
        let manager = application.datasyncService.createManager()
        try await manager["a"].set(1)
        tasks.withLock(\.last)?.cut()
        try await manager["a"].set(2)
        let observer = WebcomApplication(configuration: .init(identifier: "shop", platform: .embedded(in: backend)))
        let reader = observer.datasyncService.createManager()
        let value: Int = try await reader["a"].decodedValue()
        #expect(value == 2)
        #expect(tasks.withLock(\.count) == 2)
    }

    @Test("a task of URLSession reports an end with the reason of the system")
    func system() async throws {
        // Nothing listens there, and the library of Linux has no WebSocket connections.
        let transport = SocketTaskTransport(try ServerAddress(url: "ws://127.0.0.1:1", namespace: "a"))
        let events = Record<String>()
        let ended = DispatchSemaphore(value: 0)
        let connection = transport.open { event in
            events.note("\(event)")
            ended.signal()
        }
        connection.send("early")
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                ended.wait()
                continuation.resume()
            }
        }
        let event = try #require(events.entries.first)
        #expect(event.hasPrefix("closed(reason: The connection to 127.0.0.1:1 could not be opened."), "\(event)")
        connection.send("late")
        connection.close()
        #expect(events.entries.count == 1)
    }
}
