import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import Dispatch
import TestSupport
import Testing

@Suite("Calls inside callbacks", .timeLimit(.minutes(30)))
struct InsideCallbackTests {
    let fixture: ClientFixture
    let device: Device
    let node: Webcom
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1]])
        device = fixture.device()
        node = device.legacy.child("list")
    }

    @Test("a write inside a callback is accepted at once, and its events follow those already raised")
    func writing() {
        let (log, node) = (log, node)
        node.on("child_added", queue: nil) { snapshot, _ in
            log.note("first \(snapshot.name() ?? "")")
            if snapshot.name() == "b" { node.child("c").set(3) }
        }
        node.on("child_added", queue: nil) { snapshot, _ in log.note("second \(snapshot.name() ?? "")") }
        fixture.flush()
        node.child("b").set(2)
        fixture.flush()
        #expect(log.entries == ["first a", "second a", "first b", "second b", "first c", "second c"])
    }

    @Test("a subscription inside a callback begins with the current state")
    func subscribing() throws {
        let (log, node, device, fixture) = (log, node, device, fixture)
        let manager = device.manager()
        let asynchronous = try manager.nodeThrows(for: "list")
        node.once("value", queue: nil) { _, _ in
            node.on("child_added", queue: nil) { log.note($0, $1) }
            device.node("list").subscribe(Webcom.Event.Child.Addition, Webcom.Callback(queue: nil) { log.note($0, $1) })
            asynchronous.subscribe(to: .childAddition, queue: fixture.queue) { log.note($0) }
        }
        fixture.flush()
        #expect(log.take() == Array(repeating: "child_added a acked 1", count: 3))
        node.child("b").set(2)
        fixture.flush()
        #expect(log.take() == Array(repeating: "child_added b after a local 2", count: 3))
        withExtendedLifetime(manager) {}
    }

    @Test("cancelling the current or another subscription inside a callback takes effect at once")
    func ending() throws {
        let (log, node, device) = (log, node, device)
        let manager = device.manager()
        let asynchronous = try manager.nodeThrows(for: "list")
        let callback = Webcom.Callback(queue: nil) { _ in log.note("callback") }.onCanceled(queue: nil) { _ in }
        fixture.queue.sync {
            node.on("child_added", queue: nil) { snapshot, _ in
                log.note("ends all at \(snapshot.name() ?? "")")
                guard snapshot.name() == "b" else { return }
                node.off()
                device.node("list").unsubscribe(callback)
                manager.unsubscribeFromAll()
            }
            device.node("list").subscribe(Webcom.Event.Child.Addition, callback)
            asynchronous.subscribe(to: .childAddition, queue: nil) { _ in log.note("async") }
        }
        fixture.flush()
        #expect(log.take() == ["ends all at a", "callback", "async"])
        node.child("b").set(2)
        node.child("c").set(3)
        fixture.flush()
        #expect(log.take() == ["ends all at b"])
        #expect(fixture.listenCount == 0)
    }

    @Test("a promise's handler may write, and the next promise of the chain waits for that write")
    func chaining() async throws {
        let node = device.node("list")
        let promise = node.set(1).then(on: nil) { _ in node.increment(by: 2) }.then(on: nil) { sum in
            node.relativeNode("../sum").set(sum)
        }
        try await promise.value
        #expect(fixture.embedded.data as? [String: Int] == ["list": 3, "sum": 3])
    }

    @Test("a transaction's function may write to another node")
    func transaction() {
        let (log, node) = (log, node)
        node.child("n").transaction(
            { _ in
                node.child("m").set(1)
                return 5
            }, queue: nil
        ) { error, committed, _ in log.note("\(error == nil) \(committed)") }
        fixture.flush()
        #expect(log.entries == ["true true"])
        #expect((fixture.embedded.data as? [String: [String: Int]])?["list"] == ["a": 1, "n": 5, "m": 1])
    }

    @Test("the last handle may be released inside a callback")
    func lettingGo() throws {
        let log = log
        let manager = Box<DatasyncManager?>(device.manager())
        try #require(manager.value?.node(for: "list")).subscribe(queue: nil) { _ in
            log.note("event")
            manager.value = nil
        } onCompletion: {
            log.note("\($0)")
        }
        fixture.flush()
        node.set(2)
        fixture.flush()
        #expect(log.entries == ["event", "cancellation"])
    }
}
