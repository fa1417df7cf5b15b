import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncTree
import Dispatch
import TestSupport
import Testing

@Suite("Many writers, many listeners, slow functions and suspended queues", .timeLimit(.minutes(10)))
struct WriterFairnessTests {
    /// A listener that checks that the numbers of each writer arrive in order, without gaps.
    private final class Listener: Sendable {
        private struct State {
            var last: [String: Int] = [:]
            var count = 0
        }

        private let state = Guarded(State())
        private let expected: Int
        private let mistakes: Log
        private let completed: @Sendable () -> Void

        init(expected: Int, mistakes: Log, completed: @escaping @Sendable () -> Void) {
            self.expected = expected
            self.mistakes = mistakes
            self.completed = completed
        }

        func receive(_ writer: String, _ number: Int) {
            let (last, count) = state.withLock { state in
                let last = state.last.updateValue(number, forKey: writer) ?? 0
                state.count += 1
                return (last, state.count)
            }
            if number != last + 1 { mistakes.note("\(writer): \(number) after \(last)") }
            if count == expected { completed() }
        }
    }

    private static func makeApplication(_ backend: EmbeddedBackend) -> WebcomApplication {
        WebcomApplication(
            configuration: WebcomConfiguration(identifier: "fair", platform: .embedded(in: backend)))
    }

    @Test("eight writers and a thousand listeners: each event arrives in order and exactly once")
    func everyEventOnce() async throws {
        let (writers, listeners, numbers) = (8, 1_000, 5)
        let backend = EmbeddedBackend()
        let seeds = (0..<writers).map { ("w\($0)", 0) }
        try backend.setData(["list": Dictionary(uniqueKeysWithValues: seeds)])
        let queue = DispatchQueue(label: "listeners")
        let mistakes = Log()
        let (completions, continuation) = AsyncStream.makeStream(of: Void.self)
        let applications = (0..<4).map { _ in Self.makeApplication(backend) }
        for number in 0..<listeners {
            let listener = Listener(expected: writers * numbers, mistakes: mistakes) { continuation.yield() }
            let node = Webcom(applications[number % applications.count]).child("list")
            node.on("child_changed", queue: queue) { snapshot, _ in
                listener.receive(snapshot.name() ?? "", snapshot.val() as? Int ?? -1)
            }
        }
        // They are retained until all events have arrived, as their unsent writes would be lost with them.
        let writing = (0..<writers).map { _ in Self.makeApplication(backend) }
        DispatchQueue.concurrentPerform(iterations: writers) { writer in
            let node = Webcom(writing[writer]).child("list/w\(writer)")
            for number in 1...numbers { node.set(number) }
        }
        var completed = 0
        for await _ in completions {
            completed += 1
            if completed == listeners { break }
        }
        for application in applications { Webcom(application).child("list").off() }
        withExtendedLifetime(writing) {}
        for _ in 0..<6 { queue.sync {} }
        #expect(mistakes.entries == [])
    }

    @Test("a call returns while another thread's transaction function blocks")
    func blockedFunction() async throws {
        let backend = EmbeddedBackend()
        let (application, other) = (Self.makeApplication(backend), Self.makeApplication(backend))
        let queue = DispatchQueue(label: "completions")
        let (entered, gate, returned) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let (ends, continuation) = AsyncStream.makeStream(of: String.self)
        DispatchQueue.global().async {
            Webcom(application).child("n").transaction(
                { _ in
                    entered.signal()
                    gate.wait()
                    return 1
                }, queue: queue
            ) { error, _, _ in continuation.yield("transaction \(error?.code.rawValue ?? "ok")") }
        }
        DispatchQueue.global().async {
            entered.wait()
            Webcom(application).child("m").set(1, queue: queue) { _ in continuation.yield("own write") }
            Webcom(application).child("m").on("value", queue: queue) { _, _ in }
            Webcom(other).child("m").set(2, queue: queue) { _ in continuation.yield("other write") }
            returned.signal()
            gate.signal()
        }
        var seen: Set<String> = []
        for await end in ends {
            seen.insert(end)
            if seen.count == 3 { break }
        }
        #expect(seen == ["transaction ok", "own write", "other write"])
        #expect(returned.wait(timeout: .now() + 60) == .success)
        Webcom(application).child("m").off()
    }

    @Test("a large list on a running queue is no reason for a report")
    func largeList() throws {
        let fixture = try ClientFixture(["l": Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("k\($0)", $0) })]
        )
        let device = fixture.device()
        let reports = Log()
        device.application.diagnostics = { reports.note($0.message) }
        let (queue, arrived, all) = (DispatchQueue(label: "list"), Box(0), DispatchSemaphore(value: 0))
        device.legacy.child("l").on("child_added", queue: queue) { snapshot, _ in
            _ = snapshot.val()
            arrived.value += 1
            if arrived.value == 20_000 { all.signal() }
        }
        #expect(all.wait(timeout: .now() + 60) == .success)
        #expect(reports.entries.isEmpty)
        device.legacy.child("l").off()
    }

    @Test("a suspended queue is reported once, when 10,000 deliveries wait, and again after it has run")
    func backlog() throws {
        let fixture = try ClientFixture(["n": 0])
        let device = fixture.device()
        let reports = Log()
        device.application.diagnostics = { reports.note("\($0.code.rawValue) \($0.message)") }
        let queue = DispatchQueue(label: "stuck")
        let delivered = Box(0)
        let other = fixture.device().legacy.child("n")
        for round in 1...2 {
            for _ in 0..<100 {
                device.legacy.child("n").on("value", queue: queue) { _, _ in delivered.value += 1 }
            }
            queue.sync {}
            delivered.value = 0
            queue.suspend()
            // 99 writes reach 9,900 waiting deliveries, the next one passes 10,000.
            for number in 1...99 { other.set(number * round) }
            #expect(reports.entries.count == round - 1)
            for number in 1...20 { other.set(-number * round) }
            queue.resume()
            for _ in 0..<6 { queue.sync {} }
            #expect(delivered.value == 100 * 119)
            #expect(reports.entries.count == round)
            #expect(reports.entries.last?.hasPrefix("overflow") == true)
            #expect(reports.entries.last?.contains("\"stuck\"") == true)
            #expect(reports.entries.last?.contains("10000 events") == true)
            device.legacy.child("n").off()
            for _ in 0..<6 { queue.sync {} }
        }
    }
}
