#if Postgres
    import DatasyncTesting
    import Foundation
    import Testing

    @Suite("Histories over a database", .serialized, .timeLimit(.minutes(60)))
    struct DatabaseHistoryTests {
        @Test("[postgres 34] no client sees a value twice, late or lost, while servers stop", arguments: [2, 4])
        func histories(servers: Int) async throws {
            let environment = ProcessInfo.processInfo.environment
            let log = try await SpreadLog(try TestDatabase(), count: servers)
            var suite = SharedLogSuite(
                backends: servers, operations: environment["DATASYNC_OPERATIONS"].flatMap(Int.init) ?? 4_000,
                seed: environment["DATASYNC_SEED"].flatMap(UInt64.init) ?? 20_261_127
            ) { log }
            (suite.stay, suite.stops) = (100, 1)
            print(try await suite.check())
            await log.close()
        }

        @Test("[postgres 34] so it is for DATASYNC_HISTORIES seconds", .enabled(if: duration != nil))
        func long() async throws {
            let first =
                ProcessInfo.processInfo.environment["DATASYNC_SEED"].flatMap(UInt64.init) ?? .random(in: 1..<1_000_000)
            let end = ContinuousClock.now + .seconds(duration ?? 0)
            var seed = first
            while ContinuousClock.now < end {
                let servers = seed % 2 == 0 ? 2 : 4
                let log = try await SpreadLog(try TestDatabase(), count: servers)
                var suite = SharedLogSuite(backends: servers, operations: 20_000, seed: seed) { log }
                (suite.stay, suite.stops) = (100, 2)
                do {
                    print("DATASYNC_SEED=\(seed), \(servers) servers: \(try await suite.check())")
                } catch {
                    Issue.record("DATASYNC_SEED=\(seed), \(servers) servers: \(error)")
                }
                await log.close()
                seed += 1
            }
            print("\(seed - first) histories from DATASYNC_SEED=\(first) on")
        }
    }

    /// The seconds for which histories are made.
    private let duration = ProcessInfo.processInfo.environment["DATASYNC_HISTORIES"].flatMap(Int.init)
#endif
