import ClientTestSupport
import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncLog
import DatasyncTesting
import Dispatch
import Foundation
import TestSupport
import Testing

/// Closures of the application that take long, or that wait for a thread which waits for the library.
@Suite("Closures that block", .timeLimit(.minutes(5)))
struct ApplicationCodeTests {
    private let queue = DispatchQueue(label: "deliveries")

    private func application(_ backend: EmbeddedBackend) -> WebcomApplication {
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "blocked", platform: .embedded(in: backend)))
        application.defaultQueue = queue
        return application
    }

    @Test("[operations 21] diagnostics delay no call, no event and no completion, and are called in order")
    func diagnostics() async throws {
        let backend = EmbeddedBackend()
        try backend.setRules(#"{"rules": {".read": true, "n": {".write": true}}}"#)
        let application = application(backend)
        let (entered, gate, messages) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Log())
        application.diagnostics = { error in
            entered.signal()
            gate.wait()
            messages.note(error.code.rawValue)
        }
        let root = Webcom(application)
        let (numbers, continuation) = AsyncStream.makeStream(of: String.self)
        root.child("n").on("value", queue: nil) { snapshot, _ in
            continuation.yield("value \(snapshot.val() as? Int ?? 0)")
        }
        // From a thread that may block: the failure of a write without a completion, and two mistakes in calls.
        DispatchQueue.global().async {
            root.child("secret").set(1)
            entered.wait()
            root.child("n").on("nonsense", queue: nil) { _, _ in }
            root.child("other").set(2)
            root.child("n").set(3, queue: nil) { error in continuation.yield("completion \(error == nil)") }
        }
        var seen: [String] = []
        for await line in numbers {
            seen.append(line)
            if line.hasPrefix("completion") { break }
        }
        #expect(seen.suffix(2) == ["value 3", "completion true"])
        #expect(messages.entries == [])
        for _ in 0..<3 { gate.signal() }
        while messages.entries.count < 3 { await Task.yield() }
        #expect(messages.entries == ["permissionDenied", "unknownEvent", "permissionDenied"])
        root.child("n").off()
    }

    @Test("[operations 21] a check of credentials delays only the messages behind it, which stay in order")
    func credentials() async throws {
        let backend = EmbeddedBackend()
        try backend.setRules(
            #"{"rules": {".read": true, "n": {".write": true}, "own": {".write": "auth.uid === 'ann'"}}}"#)
        let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (application, other) = (application(backend), application(backend))
        backend.checkCredentials { credential in
            entered.signal()
            gate.wait()
            return try EmbeddedBackend.User(uid: credential)
        }
        let manager = application.datasyncService.createManager()
        let own = try manager.nodeThrows(for: "own")
        let signIn = Task { try await application.authentication.signIn(token: "ann") }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                entered.wait()
                continuation.resume()
            }
        }
        // Another client of the back end goes on, and this one shows its own writes.
        let others = other.datasyncService.createManager()
        let node = try others.nodeThrows(for: "n")
        try await node.set(1)
        for try await value in node.values(as: Int?.self) where value == 1 { break }
        let write = Task { try await own.set(2) }
        for try await value in own.values(as: Int?.self) where value == 2 { break }
        gate.signal()
        try await signIn.value
        try await write.value
        #expect((backend.data as? [String: Any])?["own"] as? Int == 2)
    }

    @Test("[operations 21] a function may wait for a completion on the queue of the call that makes the transaction")
    func function() async throws {
        let backend = EmbeddedBackend()
        try backend.setData(["n": 1, "m": 41])
        let application = application(backend)
        let (root, queue) = (Webcom(application), queue)
        let result = await withCheckedContinuation { continuation in
            queue.async {
                root.child("n").transaction(
                    { _ in
                        let read = DispatchSemaphore(value: 0)
                        let value = Box(0)
                        root.child("m").get(queue: queue) { _, snapshot in
                            value.value = snapshot?.val() as? Int ?? 0
                            read.signal()
                        }
                        read.wait()
                        return value.value + 1
                    }, queue: queue
                ) { _, isCommitted, snapshot in
                    continuation.resume(returning: isCommitted ? snapshot?.val() as? Int : nil)
                }
            }
        }
        #expect(result == 42)
    }

    @Test("[operations 21] the result of a quick function is shown before the call returns")
    func quickFunction() throws {
        let application = application(EmbeddedBackend())
        let node = Webcom(application).child("n")
        let log = Log()
        node.on("value", queue: queue) { snapshot, _ in log.note("\(snapshot.val() as? Int ?? 0)") }
        for number in 1...100 {
            node.transaction({ _ in number * 2 }, queue: queue, nil)
            node.set(number * 2 + 1)
        }
        for _ in 0..<6 { queue.sync {} }
        #expect(log.entries.drop { $0 == "0" }.compactMap { Int($0) } == Array(2...201))
        node.off()
    }

    /// A log whose follower is called by the test.
    private final class ScriptedLog: CommitLog {
        private struct Subscription: LogSubscription {
            func cancel() {}
        }

        let receive = Guarded<(@Sendable (LogEvent) -> Void)?>(nil)

        func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {}

        func follow(
            _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
        ) -> any LogSubscription {
            _ = self.receive.exchange(receive)
            return Subscription()
        }

        func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? { nil }

        func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {}
    }

    @Test("a log that is far ahead goes on while the diagnostics wait for its thread")
    func flood() async throws {
        let log = ScriptedLog()
        let gate = DispatchSemaphore(value: 0)
        let opening = Task { try await EmbeddedBackend(log: log, diagnostics: { _ in gate.wait() }) }
        while log.receive.withLock({ $0 == nil }) { await Task.yield() }
        guard let receive = log.receive.withLock(\.self) else { return }
        // More than the inbox of the back end holds; the closure waits for the thread that sends them.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for number in 0..<20_000 { receive(.unavailable(reason: "\(number)")) }
                for _ in 0..<20_000 { gate.signal() }
                continuation.resume()
            }
        }
        opening.cancel()
    }
}
