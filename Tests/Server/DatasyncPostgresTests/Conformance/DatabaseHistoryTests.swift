#if Postgres
    import DatasyncTesting
    import Foundation
    import Testing

    @Suite("Histories over a database", .serialized, .timeLimit(.minutes(30)))
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
    }
#endif
