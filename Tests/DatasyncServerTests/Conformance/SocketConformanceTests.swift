#if Server
    import DatasyncTesting
    import Testing

    @Suite("Scenarios over sockets", .serialized, .timeLimit(.minutes(10)))
    struct SocketConformanceTests {
        @Test(
            "every scenario delivers the expected lines over WebSocket connections",
            arguments: SocketServer.Form.allCases)
        func scenarios(form: SocketServer.Form) async throws {
            let server = try await SocketServer(form)
            defer { server.close() }
            let carrier = server.carrier
            let run = ScenarioRun(.mixed, over: carrier)
            let scenarios = try BundledScenarios.scenarios()
            for scenario in scenarios {
                #expect(Conformance.firstDifference(in: scenario, runs: [run]) == nil)
            }
            #expect(carrier.failure == nil)
            #expect(scenarios.count >= 285)
        }
    }
#endif
