import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncConcurrency
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import DatasyncClient

/// Offline stores and directories that cannot be opened at first, and clients that follow one another.
struct StoreRetryTests {
    private let timers = ManualTimers()

    private func application(_ configuration: WebcomConfiguration, _ registry: ClientRegistry) -> WebcomApplication {
        let application = WebcomApplication(client: registry.makeClient(configuration, outlivesHandles: false))
        application.defaultQueue = DispatchQueue(label: "retry")
        return application
    }

    private func set(_ value: Int, _ application: WebcomApplication) async throws {
        let manager = application.datasyncService.createManager()
        try await manager.nodeThrows(for: "n").set(value)
        withExtendedLifetime(manager) {}
    }

    @Test("a store that another process has is tried again, later each time; its reason is reported once [offline 17]")
    func locked() async throws {
        let (fixture, backend, log) = (try StoreFixture(), EmbeddedBackend(), Log())
        let registry = ClientRegistry(runLater: timers.add)
        // Of another registry, like one of another process.
        let first = application(fixture.configuration(.embedded(in: backend)), ClientRegistry())
        try await set(1, first)
        let second = application(
            fixture.configuration(.embedded(in: backend)) { log.note($0.message) }, registry)
        for delay in [1.0, 2, 4] {
            let error = await #expect(throws: WebcomError.self) { try await self.set(2, second) }
            #expect(error?.code == .unavailable)
            let reason = try #require(second.connectionState.disconnectionReason)
            #expect(reason.contains(fixture.url.path) && reason.contains("is open in process"), "\(reason)")
            #expect(second.connectionState.nextAttempt != nil)
            let timer = try #require(await timers.next())
            #expect(timer.seconds == delay)
            timer.run()
        }
        #expect(log.take().count == 1)
        await first.close()
        try #require(await timers.next()).run()
        try await set(3, second)
        #expect((backend.data as? [String: Int]) == ["n": 3])
        #expect(second.connectionState.disconnectionReason == nil)
    }

    @Test("a store whose parent is missing is opened when the parent is there; the delay is at most 30 s [offline 17]")
    func missingParent() async throws {
        let (fixture, backend) = (try StoreFixture(), EmbeddedBackend())
        var configuration = fixture.configuration(.embedded(in: backend))
        configuration.cacheMode = .automatic(at: fixture.url.appending(path: "below"))
        let application = application(configuration, ClientRegistry(runLater: timers.add))
        for delay in [1.0, 2, 4, 8, 16, 30, 30] {
            await #expect(throws: WebcomError.self) { try await self.set(1, application) }
            let timer = try #require(await timers.next())
            #expect(timer.seconds == delay)
            timer.run()
        }
        try FileManager.default.createDirectory(at: fixture.url, withIntermediateDirectories: false)
        try #require(await timers.next()).run()
        try await set(2, application)
        #expect((backend.data as? [String: Int]) == ["n": 2])
    }

    @Test("a store that belongs to another application is not tried again [offline 14]")
    func noRetry() async throws {
        let (fixture, backend) = (try StoreFixture(), EmbeddedBackend())
        let first = application(fixture.configuration(.embedded(in: backend), "one"), ClientRegistry())
        try await set(1, first)
        await first.close()
        let started = Log()
        let registry = ClientRegistry { _, _ in started.note("timer") }
        let second = application(fixture.configuration(.embedded(in: backend), "two"), registry)
        await #expect(throws: WebcomError.self) { try await self.set(1, second) }
        #expect(started.take() == [])
    }

    /// Releases an application while a completion of it runs, which keeps its store open.
    ///
    /// - Returns: The semaphore that lets the completion return.
    private func releasedApplication(
        _ fixture: StoreFixture, _ backend: EmbeddedBackend, _ registry: ClientRegistry
    ) async throws -> DispatchSemaphore {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let leave = DispatchSemaphore(value: 0)
        let living = Guarded<WebcomApplication?>(nil)
        func begin() throws {
            let first = application(fixture.configuration(.embedded(in: backend)), registry)
            try backend.holdResponses(to: first)
            Location(client: first.client).relative("n").set(.foundation(0)) { _ in
                enter.yield()
                leave.wait()
            }
            let link = first.client.port?.link
            _ = living.exchange(first)
            DispatchQueue.global().async { link?.release() }
        }
        try begin()
        for await _ in entered { break }
        _ = living.exchange(nil)
        return leave
    }

    @Test("a client is made at once while an earlier one has the store; its operations wait for that [offline 18]")
    func succession() async throws {
        let (fixture, backend) = (try StoreFixture(), EmbeddedBackend())
        let registry = ClientRegistry(runLater: timers.add)
        let leave = try await releasedApplication(fixture, backend, registry)
        let second = application(fixture.configuration(.embedded(in: backend)), registry)
        let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self)
        for value in 1...3 {
            Location(client: second.client).relative("n").set(.foundation(value)) { result in
                outcome.yield((try? result.get()) != nil)
            }
        }
        #expect((backend.data as? [String: Int]) == ["n": 0])
        leave.signal()
        var count = 0
        for await isAccepted in outcomes {
            #expect(isAccepted)
            count += 1
            if count == 3 { break }
        }
        #expect((backend.data as? [String: Int]) == ["n": 3])
        withExtendedLifetime(second) {}
    }

    @Test("operations that wait for an earlier client fail after 10 s, and the store is opened later [offline 18]")
    func patience() async throws {
        let (fixture, backend) = (try StoreFixture(), EmbeddedBackend())
        let registry = ClientRegistry(runLater: timers.add)
        let leave = try await releasedApplication(fixture, backend, registry)
        let second = application(fixture.configuration(.embedded(in: backend)), registry)
        let (outcomes, outcome) = AsyncStream.makeStream(of: WebcomError?.self)
        Location(client: second.client).relative("n").set(.foundation(1)) { result in
            if case .failure(let error) = result { outcome.yield(error) } else { outcome.yield(nil) }
        }
        let timer = try #require(await timers.next())
        #expect(timer.seconds == 10)
        timer.run()
        for await error in outcomes {
            #expect(error?.code == .unavailable && error?.message.contains("earlier application") == true)
            break
        }
        let (states, state) = AsyncStream.makeStream(of: DatasyncState.self)
        let observation = second.observeConnectionState(queue: DispatchQueue(label: "states")) { state.yield($0) }
        leave.signal()
        for await state in states {
            if case .connected = state.connectionState { break }
        }
        try await set(2, second)
        withExtendedLifetime(observation) {}
    }

    @Test("an embedded directory that another process has is tried again, and its pending writes are sent then")
    func embeddedDirectory() async throws {
        let (fixture, log) = (try StoreFixture(), Log())
        let other = try await EmbeddedBackend(directory: fixture.url, namespace: "shop")
        var configuration = fixture.configuration(.embedded(at: fixture.url)) { log.note($0.message) }
        configuration.cacheMode = .no
        let registry = ClientRegistry(runLater: timers.add)
        let application = application(configuration, registry)
        let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self)
        Location(client: application.client).relative("n").set(.foundation(1)) { result in
            outcome.yield((try? result.get()) != nil)
        }
        for delay in [1.0, 2] {
            let timer = try #require(await timers.next())
            #expect(timer.seconds == delay)
            timer.run()
        }
        let timer = try #require(await timers.next())
        let (states, state) = AsyncStream.makeStream(of: DatasyncState.self)
        let observation = application.observeConnectionState(queue: DispatchQueue(label: "states")) { state.yield($0) }
        for await state in states where state.disconnectionReason?.contains("is open in process") == true { break }
        await other.close()
        timer.run()
        for await isAccepted in outcomes {
            #expect(isAccepted)
            break
        }
        #expect(log.take().count == 1)
        withExtendedLifetime((observation, registry)) {}
        await withCheckedContinuation { continuation in
            application.client.close(lastly: { $0() }) { continuation.resume() }
        }
    }

    @Test("an embedded back end whose directory was removed acknowledges nothing, and its clients show the reason")
    func removedDirectory() async throws {
        let (fixture, log) = (try StoreFixture(), Log())
        let backend = try await EmbeddedBackend(directory: fixture.url)
        var configuration = fixture.configuration(.embedded(in: backend)) { log.note($0.message) }
        configuration.cacheMode = .no
        let application = application(configuration, ClientRegistry())
        try await set(1, application)
        try FileManager.default.removeItem(at: fixture.url)
        let (states, state) = AsyncStream.makeStream(of: DatasyncState.self)
        let observation = application.observeConnectionState(queue: DispatchQueue(label: "states")) { state.yield($0) }
        let outcome = Log()
        Location(client: application.client).relative("n").set(.foundation(2)) { result in
            outcome.note((try? result.get()) == nil ? "failed" : "acknowledged")
        }
        for await state in states where state.disconnectionReason?.contains("was removed or replaced") == true { break }
        #expect(outcome.take() == [])
        withExtendedLifetime(observation) {}
        await backend.close()
    }
}
