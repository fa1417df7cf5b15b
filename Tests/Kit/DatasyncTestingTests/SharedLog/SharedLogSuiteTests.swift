import DatasyncConcurrency
import DatasyncLog
import Dispatch
import TestSupport
import Testing

@testable import DatasyncTesting

/// Random clients on several back ends over one log, checked against the records of the log.
@Suite("Histories on a shared log", .timeLimit(.minutes(30)), .serialized)
struct SharedLogSuiteTests {
    @Sendable private static func now() -> LogTime {
        LogTime(Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000))
    }

    private func faulty(_ faults: FaultyLog.Faults) -> @Sendable () async throws -> any CommitLog {
        { FaultyLog(seed: Seed.value, faults: faults) { Self.now() } }
    }

    @Test("two and four back ends on a log in memory", arguments: [2, 4])
    func memory(_ backends: Int) async throws {
        let suite = SharedLogSuite(backends: backends, operations: 20_000, seed: Seed.value) {
            MemoryLog(retention: .untilSnapshot) { Self.now() }
        }
        print(try await suite.check())
    }

    @Test("back ends on a log that is late, loses appends, stores them twice and asks for reloads", arguments: [2, 4])
    func faults(_ backends: Int) async throws {
        let suite = SharedLogSuite(backends: backends, operations: 20_000, seed: Seed.value, faulty(.usual))
        print(try await suite.check())
    }

    @Test("back ends that stop without a word: others end their sessions, once")
    func stops() async throws {
        var suite = SharedLogSuite(backends: 3, operations: 40_000, seed: Seed.value, faulty(.usual))
        suite.stops = 4
        print(try await suite.check())
    }

    @Test("a log that loses its tail: what it has left is what all clients end with")
    func lostTails() async throws {
        var suite = SharedLogSuite(backends: 3, operations: 40_000, seed: Seed.value, faulty(.usual))
        suite.lostTails = 4
        print(try await suite.check())
    }
}
