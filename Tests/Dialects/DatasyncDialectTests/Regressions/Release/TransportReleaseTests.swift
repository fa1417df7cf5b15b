import ClientTestSupport
import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncWire
import Dispatch
import TestSupport
import Testing

/// Tests that transports and connections, as objects of the application, may call the library on release.
@Suite("Calls to the library while a transport is released", .timeLimit(.minutes(20)))
struct TransportReleaseTests {
    /// A connection that retains an object.
    private struct Connection: TransportConnection {
        let object: Reentrant

        func send(_ frame: String) {}
        func close() {}
    }

    /// A transport that retains an object, and gives each connection another one.
    private final class RetainingTransport: Transport {
        private let object: Reentrant
        private let makeObject: @Sendable () -> Reentrant
        private let receivers = Guarded<[@Sendable (TransportEvent) -> Void]>([])

        init(_ makeObject: @escaping @Sendable () -> Reentrant) {
            object = makeObject()
            self.makeObject = makeObject
        }

        func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
            receivers.withLock { $0.append(receive) }
            return Connection(object: makeObject())
        }

        /// Passes an event to all connections.
        func receive(_ event: TransportEvent) { for receive in receivers.withLock(\.self) { receive(event) } }
    }

    @Test(
        "a transport and its connections may call the library when they are released",
        arguments: Reentry.allCases, ["release", "offline", "closed", "reset"])
    func release(reentry: Reentry, occasion: String) async throws {
        let fixture = try ClientFixture()
        let other = fixture.device().application
        other.diagnostics = { _ in }
        let remote = ReleaseFixture.Remote(fixture.embedded, other, other)
        // A lost connection is opened again at once, which makes another object if the application still exists.
        let made = Box(0)
        func play() {
            let transport = RetainingTransport {
                made.value += 1
                return Reentrant {
                    reentry.run(remote)
                    remote.log.note("released")
                }
            }
            let application = WebcomApplication(
                configuration: WebcomConfiguration(identifier: "transport", platform: .transport(transport)))
            application.diagnostics = { _ in }
            application.defaultQueue = fixture.queue
            let node = Webcom(application).child("n")
            transport.receive(PlayedTransport.hello)
            node.on("value", queue: nil) { _, _ in }
            node.set(1, queue: nil) { _ in }
            switch occasion {
            case "offline":
                Webcom(application).goOffline()
                Webcom(application).goOnline()
            case "closed": transport.receive(.closed(reason: "closed"))
            case "reset": transport.receive(.frame(BackendMessage.control(.reset(host: nil)).text))
            default: break
            }
            node.off()
        }
        play()
        #expect(made.value >= (occasion == "offline" ? 3 : 2))
        var count = 0
        while count != made.value {
            count = made.value
            await remote.waitForRelease(of: count, on: fixture.queue)
        }
        #expect(remote.log.entries.count == count)
    }
}
