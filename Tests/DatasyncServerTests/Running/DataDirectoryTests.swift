#if Server
    import Foundation
    import Testing

    @testable import DatasyncServer

    /// Servers with a data directory.
    struct DataDirectoryTests {
        private final class Directory: Sendable {
            let path = FileManager.default.temporaryDirectory.appending(path: "datasync-server-\(UUID())").path

            deinit { try? FileManager.default.removeItem(atPath: path) }
        }

        @Test("data and rules are there after the server is started again")
        func restart() async throws {
            let directory = Directory()
            try await TestServer.run({ $0.dataDirectory = directory.path }) { server in
                #expect(try await server.send("PUT", "/a.json", #"{"b":1}"#).status == 200)
                #expect(try await server.send("PATCH", "/a.json", #"{"c":2}"#).status == 200)
                let rules = #"{"rules":{".read":true,"a":{".write":true}}}"#
                #expect(
                    try await server.send(
                        "PUT", "/.settings/rules.json", rules, headers: ["Authorization: Bearer owner"]).status != 500)
            }
            try await TestServer.run({ $0.dataDirectory = directory.path }) { server in
                #expect(try await server.send("GET", "/a.json").body == #"{"b":1,"c":2}"#)
                #expect(try await server.send("GET", "/a.json?ns=default").body == #"{"b":1,"c":2}"#)
            }
        }

        @Test("a directory that another server uses is an error that names it")
        func locked() async throws {
            let directory = Directory()
            try await TestServer.run({ $0.dataDirectory = directory.path }) { _ in
                var configuration = ServerConfiguration(port: 0)
                configuration.dataDirectory = directory.path
                let second = try DatabaseServer(configuration)
                await #expect {
                    _ = try await second.start()
                } throws: { error in
                    (error as? ServerError)?.message.contains(directory.path) == true
                }
            }
        }

        @Test("namespaces that an emulator creates on use are stored too")
        func createdNamespaces() async throws {
            let directory = Directory()
            for expected in ["null", "7"] {
                try await TestServer.run({
                    $0.dataDirectory = directory.path
                    $0.isEmulator = true
                }) { server in
                    #expect(try await server.send("GET", "/n.json?ns=other").body == expected)
                    #expect(try await server.send("PUT", "/n.json?ns=other", "7").status == 200)
                }
            }
        }
    }
#endif
