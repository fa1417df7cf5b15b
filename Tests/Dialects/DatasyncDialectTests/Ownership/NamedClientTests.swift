import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import Dispatch
import TestSupport
import Testing

/// Tests for clients that handles made by name share.
@Suite("Lifetime of named clients", .timeLimit(.minutes(30)))
struct NamedClientTests {
    let queue = DispatchQueue(label: "named")

    private func flush() { for _ in 0..<6 { queue.sync {} } }

    @Test("a named client lives as long as a handle of any dialect")
    func handles() {
        let name = "named-handles"
        var reference: Webcom? = Webcom(name)
        weak let client = reference?.location.client
        var app: Webcom.App? = Webcom.App(name)
        var snapshotOwner: Webcom.ServerlessDbNode? = app?.serverlessDb.rootNode
        #expect(client != nil)
        reference = nil
        #expect(client != nil)
        app = nil
        #expect(client != nil)
        snapshotOwner = nil
        #expect(client == nil)
        #expect(reference == nil && app == nil && snapshotOwner == nil)
    }

    @Test("a subscription retains its named client", arguments: ["legacy", "callback"])
    func subscriptions(dialect: String) throws {
        let name = "named-subscriptions-" + dialect
        let log = Log()
        weak var client: Client?
        let callback = Webcom.Callback(queue: queue) { _ in log.note("event") }
        func begin() {
            let reference = Webcom(name)
            client = reference.location.client
            if dialect == "legacy" {
                reference.on("value", queue: queue) { _, _ in log.note("event") }
            } else {
                Webcom.App(name).serverlessDb.rootNode.subscribe(Webcom.Event.ValueChange, callback)
            }
        }
        begin()
        flush()
        #expect(log.take() == ["event"])
        #expect(client != nil)
        Webcom(WebcomApplication(configuration: .init(identifier: name))).child("n").set(1)
        flush()
        #expect(log.take() == ["event"])
        #expect(Webcom(name).location.client === client)
        if dialect == "legacy" {
            Webcom(name).off()
        } else {
            Webcom.App(name).serverlessDb.rootNode.unsubscribe(callback)
        }
        flush()
        #expect(client == nil)
    }

    @Test("a pending write retains its named client, and a new handle finds the same client")
    func unansweredWrites() async throws {
        let name = "named-writes"
        let log = Log()
        weak var client: Client?
        func begin() {
            let reference = Webcom(name)
            client = reference.location.client
            reference.goOffline()
            reference.child("n").set(1, queue: queue) { log.note(end: $0) }
        }
        begin()
        flush()
        #expect(log.take() == [])
        #expect(client != nil)
        #expect(Webcom(name).location.client === client)
        Webcom(name).child("n").once("value", queue: queue) { log.note($0, $1) }
        flush()
        #expect(log.take() == ["value n local 1"])
        Webcom(name).goOnline()
        flush()
        #expect(log.take() == ["ok"])
        #expect(client == nil)
        #expect(ClientRegistry.shared.backend(name).data as? [String: Int] == ["n": 1])
    }

    @Test("a released client is created again by name, and reads the stored data")
    func anew() throws {
        let name = "named-anew"
        let log = Log()
        func write() {
            let reference = Webcom(name)
            reference.child("n").set(1, queue: queue) { log.note(end: $0) }
        }
        write()
        flush()
        #expect(log.take() == ["ok"])
        Webcom(name).child("n").once("value", queue: queue) { log.note($0, $1) }
        flush()
        #expect(log.take() == ["value n acked 1"])
    }

    @Test("an application made of a configuration has its own client and shares the back end")
    func ownClients() throws {
        let configuration = WebcomConfiguration(identifier: "named-own")
        let first = WebcomApplication(configuration: configuration)
        let second = WebcomApplication(configuration: configuration)
        #expect(first.client !== second.client)
        #expect(first.client !== Webcom("named-own").location.client)
        let log = Log()
        Webcom(first).child("n").on("value", queue: queue) { log.note($0, $1) }
        Webcom(second).child("n").set(5)
        flush()
        #expect(log.take() == ["value n acked null", "value n acked 5"])
        Webcom(first).child("n").off()
    }
}
