import ClientTestSupport
import DatasyncAsync
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import DatasyncLog
import DatasyncStorage
import DatasyncTree
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import DatasyncClient

/// Applications that are closed: their subscriptions, files and later operations.
struct ClosingTests {
    private func application(_ configuration: WebcomConfiguration) -> WebcomApplication {
        let application = WebcomApplication(configuration: configuration)
        application.defaultQueue = DispatchQueue(label: "closing")
        return application
    }

    private func set(_ value: Int, at path: String, _ application: WebcomApplication) async throws {
        let manager = application.datasyncService.createManager()
        try await manager.nodeThrows(for: path).set(value)
        withExtendedLifetime(manager) {}
    }

    /// Opens the journal of a store, which must not be locked any more.
    private func openJournal(_ fixture: StoreFixture) async throws {
        let journal = try JournalLog(directory: fixture.url.path, clock: { LogTime(1) }, diagnostic: { _ in })
        await journal.close()
    }

    @Test("a closed application with an active listener frees its files, and later operations fail [offline 16]")
    func listener() async throws {
        let (fixture, backend, log) = (try StoreFixture(), EmbeddedBackend(), Log())
        let application = application(fixture.configuration(.embedded(in: backend)))
        let manager = application.datasyncService.createManager()
        let node = try manager.nodeThrows(for: "n")
        try await node.set(1)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let subscription = try Subscribed(node, log) { end.yield() }
        Webcom(application).child("n").on("value", queue: DispatchQueue(label: "legacy")) { _, _ in }
        await application.close()
        try await openJournal(fixture)
        for await _ in ends { break }
        #expect(log.take().last == "ended")
        withExtendedLifetime(subscription) {}

        let write = await #expect(throws: WebcomError.self) { try await node.set(2) }
        #expect(write?.code == .released && write?.message.contains("close()") == true, "\(write?.message ?? "")")
        let read = await #expect(throws: WebcomError.self) { _ = try await node.value() }
        #expect(read?.code == .released)
        let signIn = await #expect(throws: WebcomError.self) { try await application.authentication.signIn(token: "a") }
        #expect(signIn?.code == .released)
        let events = await #expect(throws: WebcomError.self) { for try await _ in node.events(.valueEvent) {} }
        #expect(events?.code == .released)
        application.datasyncService.isConnectionEnabled = true
        #expect(application.connectionState.connectionState.isConnected == false)
        #expect((backend.data as? [String: Int]) == ["n": 1])
    }

    /// A subscription of the async dialect that notes its events and its end.
    private final class Subscribed: Sendable {
        private let subscription: DatasyncSubscription

        init(_ node: DatasyncNode, _ log: Log, ended: @escaping @Sendable () -> Void) throws {
            subscription = try node.subscription(
                to: .valueEvent, interest: .valueChange, window: .all, delivery: .queue(DispatchQueue(label: "events")),
                event: { _, _ in log.note("event") },
                ended: { _, _ in
                    log.note("ended")
                    ended()
                })
        }
    }

    @Test("all calls of close return after the end, also those that follow [offline 16]")
    func severalCalls() async throws {
        let (fixture, backend) = (try StoreFixture(), EmbeddedBackend())
        let application = application(fixture.configuration(.embedded(in: backend)))
        try await set(1, at: "n", application)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await application.close()
                    let path = fixture.url.appending(path: "lock").path
                    let lock = try? SystemFileSystem().lock(path, exclusively: false)
                    #expect(lock != nil)
                }
            }
            try await group.waitForAll()
        }
        await application.close()
        let queue = DispatchQueue(label: "completion")
        await withCheckedContinuation { continuation in
            application.close(queue: queue) {
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in application.close { continuation.resume() } }
    }

    @Test("a pending write stays in the store of a closed application, and the next one sends it [offline 16]")
    func pendingWrite() async throws {
        let (fixture, backend) = (try StoreFixture(), EmbeddedBackend())
        let first = application(fixture.configuration(.embedded(in: backend)))
        first.datasyncService.isConnectionEnabled = false
        let (outcomes, outcome) = AsyncStream.makeStream(of: WebcomError?.self)
        Webcom(first).child("n").set(1, queue: nil) { outcome.yield($0) }
        await first.close()
        for await error in outcomes {
            #expect(error?.code == .released)
            break
        }
        let second = application(fixture.configuration(.embedded(in: backend)))
        try await set(2, at: "m", second)
        #expect((backend.data as? [String: Int]) == ["n": 1, "m": 2])
    }

    @Test("the directory of an embedded back end is free after its last application was closed [offline 16]")
    func embeddedDirectory() async throws {
        let fixture = try StoreFixture()
        var applications: [WebcomApplication] = []
        for name in ["one", "two"] {
            let made = application(WebcomConfiguration(identifier: name, platform: .embedded(at: fixture.url)))
            try await set(1, at: "n", made)
            applications.append(made)
        }
        await applications[0].close()
        try await set(2, at: "n", applications[1])
        await #expect(throws: WebcomError.self) { _ = try await EmbeddedBackend(directory: fixture.url) }
        await applications[1].close()
        let backend = try await EmbeddedBackend(directory: fixture.url, namespace: "two")
        #expect((backend.data as? [String: Int]) == ["n": 2])
        await backend.close()
    }

    @Test("a named application that was closed is made again by its next handle")
    func named() async throws {
        let name = "closed-\(UUID())"
        let queue = DispatchQueue(label: "closed")
        let first = Webcom(name)
        await WebcomApplication(client: first.location.client).close()
        let error = await withCheckedContinuation { continuation in
            first.child("n").set(1, queue: queue) { continuation.resume(returning: $0) }
        }
        #expect(error?.code == .released)
        let later = await withCheckedContinuation { continuation in
            Webcom(name).child("n").set(2, queue: queue) { continuation.resume(returning: $0) }
        }
        #expect(later == nil)
    }
}

extension DatasyncState.ConnectionState {
    fileprivate var isConnected: Bool {
        if case .connected = self { true } else { false }
    }
}
