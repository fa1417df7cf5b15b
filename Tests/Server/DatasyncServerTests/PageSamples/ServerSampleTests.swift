#if Server
    import DatasyncClient
    import DatasyncServer
    import Foundation
    import Testing

    /// The samples of the page `Server`.
    @Suite("Samples of the page Server")
    struct ServerSampleTests {
        @Test("a server runs in a process of your own")
        func server() async throws {
            // sample: server
            var configuration = ServerConfiguration(port: 0)  // 0 selects a free port
            configuration.rules = #"{"rules": {".read": true, "contacts": {".write": true}}}"#
            let server = try DatabaseServer(configuration)
            let port = try await server.start()
            // later:
            await server.stop()
            // end of sample
            #expect(port > 0)
        }

        @Test("the platform of a client names the server")
        func client() {
            // sample: client
            let url = URL(string: "ws://localhost:9000")!
            let configuration = WebcomConfiguration(identifier: "default", platform: .server(url))
            // end of sample
            #expect(configuration.description == "WebcomConfiguration(default, server ws://localhost:9000)")
        }
    }
#endif
