#if Postgres
    import DatasyncLog
    import DatasyncPostgres
    import DatasyncTesting
    import Testing

    @Suite("The rules of every log")
    struct PostgresSuiteTests {
        @Test(
            "[postgres 1] hold directly, through a pooler, and with serializable isolation",
            arguments: TestDatabase.Route.allCases)
        func suite(route: TestDatabase.Route) async throws {
            let report = try await CommitLogSuite {
                try await PostgresLog.open(try TestDatabase(route).url)
            }.check()
            #expect(report.passed.count == 17)
            #expect(report.skipped.count == 1)
        }
    }
#endif
