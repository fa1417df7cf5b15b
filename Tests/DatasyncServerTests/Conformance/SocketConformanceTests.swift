#if Server
    import DatasyncTesting
    import Foundation
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
            var count = 0
            for file in BundledScenarios.files {
                let bytes = Array(try Data(contentsOf: URL(filePath: file)))
                for scenario in try ScenarioReader.scenarios(in: bytes, file: file) {
                    #expect(Conformance.firstDifference(in: scenario, runs: [run]) == nil)
                    count += 1
                }
            }
            #expect(carrier.failure == nil)
            #expect(count >= 285)
        }
    }
#endif
