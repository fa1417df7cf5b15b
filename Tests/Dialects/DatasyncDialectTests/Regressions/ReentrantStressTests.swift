import ClientTestSupport
import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import Dispatch
import Foundation
import TestSupport
import Testing

extension Regressions {
    /// Tests with threads that make every call, disturb connections, and release objects in all ways.
    ///
    /// `DATASYNC_SEED` repeats the choices of each thread; `DATASYNC_STRESS_SECONDS` makes it run longer.
    @Suite("Random releases that call the library", .timeLimit(.minutes(60)))
    struct ReentrantStressTests {
        private static let threads = 4
        /// The most rounds of one thread, however much time is left.
        private static let mostRounds = 1_000_000

        private static func setting(_ name: String) -> Double? {
            ProcessInfo.processInfo.environment[name].flatMap(Double.init)
        }

        /// Clients of one back end that outlive the rounds.
        private final class Arena: Sendable {
            let backend = EmbeddedBackend()
            let applications: [WebcomApplication]
            let queue = DispatchQueue(label: "stress")
            let started = Log()
            let released = Log()

            init() throws {
                let configuration = WebcomConfiguration(identifier: "stress", platform: .embedded(in: backend))
                applications = (0..<3).map { _ in WebcomApplication(configuration: configuration) }
                for application in applications {
                    application.defaultQueue = queue
                    application.diagnostics = { _ in }
                }
                try backend.setData(["list": ["a": 1, "b": 2], "n": 1])
            }

            func makeApplication() -> WebcomApplication {
                let application = WebcomApplication(
                    configuration: WebcomConfiguration(identifier: "stress", platform: .embedded(in: backend)))
                application.defaultQueue = queue
                application.diagnostics = { _ in }
                return application
            }

            /// Disturbs the connection of a client, or writes.
            func disturb(_ application: WebcomApplication, _ random: SeededRandom) throws {
                switch random.below(7) {
                case 0: try backend.dropConnection(of: application)
                case 1: try backend.restoreConnection(of: application)
                case 2: try backend.holdResponses(to: application)
                case 3: try backend.releaseResponses(to: application)
                case 4: try backend.refuseNextWrite(of: application)
                case 5: try backend.refuseNextSubscription(of: application)
                default: Webcom(application).child("list/\(random.below(4))").set(random.below(100))
                }
            }

            func calm() throws {
                for application in applications {
                    try backend.restoreConnection(of: application)
                    try backend.releaseResponses(to: application)
                    Webcom(application).goOnline()
                }
            }
        }

        /// Makes one call, and disturbs and releases at random.
        private func round(_ arena: Arena, _ random: SeededRandom) throws {
            let (retention, reentry) = (random.pick(Retention.all), random.pick(Reentry.allCases))
            let other = random.pick(arena.applications)
            let application = random.below(2) == 0 ? arena.makeApplication() : random.pick(arena.applications)
            let stage = ReleaseFixture(arena.backend, application, other, queue: arena.queue)
            let remote = stage.remote
            arena.started.note(retention.testDescription)
            let object = Reentrant { [released = arena.released] in
                reentry.run(remote)
                released.note(retention.testDescription)
            }
            for _ in 0..<random.below(3) { try arena.disturb(application, random) }
            remote.setCancellation(retention.start(stage, object))
            for _ in 0..<random.below(4) {
                try arena.disturb(random.below(2) == 0 ? application : other, random)
                if random.below(4) == 0 { remote.cancel() }
                if random.below(6) == 0 { application.diagnostics = { _ in } }
                if random.below(8) == 0 { arena.queue.async { remote.cancel() } }
            }
            remote.cancel()
            remote.setCancellation {}
        }

        @Test("every object is released, nothing traps, and nothing blocks")
        func all() async throws {
            let seed = UInt64(Self.setting("DATASYNC_SEED") ?? 20_261_122)
            let seconds = Self.setting("DATASYNC_STRESS_SECONDS") ?? 3
            print("ReentrantStressTests: seed \(seed), \(seconds) s")
            let arena = try Arena()
            let end = ContinuousClock.now + .seconds(seconds)
            DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
                let random = SeededRandom(seed: seed &+ UInt64(thread) &* 7_919)
                for _ in 0..<Self.mostRounds {
                    if ContinuousClock.now >= end { return }
                    do { try round(arena, random) } catch { Issue.record(error, "seed \(seed), thread \(thread)") }
                }
            }
            let deadline = ContinuousClock.now + .seconds(60)
            while arena.released.entries.count < arena.started.entries.count, ContinuousClock.now < deadline {
                try arena.calm()
                // Observers of the remaining clients are released by replacing them.
                for application in arena.applications { application.diagnostics = { _ in } }
                for _ in 0..<6 { arena.queue.sync {} }
                await Task.yield()
            }
            var retained = arena.started.entries
            for entry in arena.released.entries {
                if let index = retained.firstIndex(of: entry) { retained.remove(at: index) }
            }
            #expect(retained == [], "seed \(seed)")
            #expect(arena.released.entries.count == arena.started.entries.count, "seed \(seed)")
        }
    }
}
