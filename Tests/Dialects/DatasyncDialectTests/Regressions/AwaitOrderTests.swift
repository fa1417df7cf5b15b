import ClientTestSupport
import DatasyncAsync
import DatasyncClient
import DatasyncLegacy
import DatasyncPromise
import Dispatch
import TestSupport
import Testing

@Suite("Awaiting in the order of delivery", .timeLimit(.minutes(30)))
@MainActor struct AwaitOrderTests {
    /// Returns a client whose callbacks run on the main queue.
    private func mainDevice() throws -> Device {
        let device = try ClientFixture().device()
        device.application.client.defaultQueue = .main
        return device
    }

    @Test("awaiting a write that was acknowledged at once returns after its events are delivered")
    func events() async throws {
        let device = try mainDevice()
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "x")
        let log = Log()
        node.subscribe(to: .valueEvent) { log.note("\($0.value) \($0.acked)") }
        await flushMain()
        try await node.set(1)
        log.note("stored")
        #expect(log.entries == ["null true", "1 false", "1 true", "stored"])
        let promise = node.promise.set(2)
        while !promise.isSettled { await flushMain() }
        node.promise.set(3)
        try await promise.value
        #expect(log.entries.suffix(2) == ["3 false", "3 true"])
    }

    @Test("a buffered event is taken without leaving the actor")
    func noHop() async throws {
        let device = try mainDevice()
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "x")
        var events = node.events().makeAsyncIterator()
        for number in 0..<3 { device.legacy.child("x").set(number) }
        let log = Log()
        DispatchQueue.main.async { log.note("turn") }
        for _ in 0..<3 {
            if let event = try await events.next() { log.note("\(event.value)") }
        }
        await flushMain()
        #expect(log.entries == ["null", "0", "1", "turn"])
    }

    @Test("a cancelled task receives no further event, not even a buffered one")
    func cancelled() async throws {
        let device = try mainDevice()
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "x")
        let log = Log()
        let task = Task {
            for try await event in node.events() { log.note("\(event.value)") }
            log.note("end")
        }
        while log.entries.isEmpty { await flushMain() }
        device.legacy.child("x").set(1)
        task.cancel()
        try await task.value
        #expect(log.entries == ["null", "end"])
    }

    @Test("a number that is whole is read as an integer")
    func wholeNumber() async throws {
        let device = try mainDevice()
        let manager = device.manager()
        let number = try await manager.nodeThrows(for: "x").increment()
        #expect("\(number)" == "1")
    }

    @Test("visiting children accepts closures of several statements that return nothing")
    func visiting() async throws {
        let device = try mainDevice()
        device.legacy.child("x").set(["a": 1, "b": 2])
        let names = Log()
        device.legacy.child("x").once("value") { snapshot, _ in
            // swift-format-ignore: ReplaceForEachWithForLoop
            snapshot.forEach { child in
                let name = child.name() ?? ""
                if child.hasChildren() { names.note("children") }
                names.note(name)
            }
            // swift-format-ignore: ReplaceForEachWithForLoop
            let isStopped = snapshot.forEach { child in
                names.note("again \(child.name() ?? "")")
                return true
            }
            names.note("\(isStopped)")
        }
        await flushMain()
        #expect(names.entries == ["a", "b", "again a", "true"])
    }

    @Test("the error for an ill-formed path names the path and the node it starts from")
    func place() async throws {
        let device = try mainDevice()
        let log = Log()
        device.legacy.child("auction").child("a.b").set(1) { error in log.note(error?.path ?? "") }
        await flushMain()
        #expect(log.entries == ["/auction/a.b"])
    }
}
