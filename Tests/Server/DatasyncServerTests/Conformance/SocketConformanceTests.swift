#if Server
    import DatasyncTesting
    import Dispatch
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
            // Not on a thread of the tasks: the steps of a scenario block theirs, which other tests need.
            let differences = await withCheckedContinuation { continuation in
                DispatchQueue(label: "scenarios over sockets").async {
                    continuation.resume(
                        returning: scenarios.compactMap { Conformance.firstDifference(in: $0, runs: [run]) })
                }
            }
            #expect(differences == [])
            #expect(carrier.failure == nil)
            #expect(scenarios.count >= 285)
        }
    }
#endif
