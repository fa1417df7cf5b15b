#if Server
    import Foundation
    import Logging
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// Servers with a data directory.
    struct DataDirectoryTests {
        private final class Directory: Sendable {
            let path = FileManager.default.temporaryDirectory.appending(path: "datasync-server-\(UUID())").path

            deinit { try? FileManager.default.removeItem(atPath: path) }
        }

        private func configure(_ configuration: inout ServerConfiguration, _ directory: Directory) {
            configuration.dataDirectory = directory.path
            configuration.adminSecret = "0123456789abcdef"
        }

        @Test("data and rules are there after the server is started again")
        func restart() async throws {
            let directory = Directory()
            try await TestServer.run({ configure(&$0, directory) }) { (server: TestServer) async throws in
                #expect(try await server.send("PUT", "/a.json", #"{"b":1}"#).status == 200)
                #expect(try await server.send("PATCH", "/a.json", #"{"c":2}"#).status == 200)
                let owner = ["Authorization: Bearer 0123456789abcdef"]
                let rules = #"{"rules":{".read":true,"b":{".write":true}}}"#
                #expect(try await server.send("PUT", "/.settings/rules.json", rules, headers: owner).status == 200)
            }
            try await TestServer.run({ configure(&$0, directory) }) { (server: TestServer) async throws in
                #expect(try await server.send("GET", "/a.json").body == #"{"b":1,"c":2}"#)
                #expect(try await server.send("PUT", "/a.json", "1").status == 401)
                #expect(try await server.send("PUT", "/b.json", "1").status == 200)
            }
        }

        @Test("a server that is stopped logs nothing about its closed journal")
        func cleanStop() async throws {
            let directory = Directory()
            let log = Record<String>()
            try await TestServer.run({ configuration in
                configure(&configuration, directory)
                configuration.logger = Logger { log.note($0) }
            }) { (server: TestServer) async throws in
                #expect(try await server.send("PUT", "/a.json", "1").status == 200)
            }
            #expect(log.entries.last == "stopped")
            #expect(!log.entries.contains { $0.contains("closed") })
        }

        @Test("a directory is created, and one whose parent is missing is an error with the command that makes it")
        func missing() async throws {
            let folder = try TestFolder()
            try await TestServer.run({ $0.dataDirectory = folder.file("data") }) { (_: TestServer) async throws in }
            #expect(folder.has("data"))
            var configuration = ServerConfiguration(port: 0)
            configuration.dataDirectory = folder.file("far away/data")
            let server = try DatabaseServer(configuration)
            await #expect {
                _ = try await server.start()
            } throws: { error in
                let parent = "\(folder.path)/far away"
                return "\(error)".hasSuffix(
                    "Cannot create the directory \(parent)/data, because the directory \(parent) does not exist. "
                        + "Create that first: mkdir -p '\(parent)'")
            }
            configuration.dataDirectory = folder.file("data/lock/data")
            let other = try DatabaseServer(configuration)
            await #expect {
                _ = try await other.start()
            } throws: { error in
                "\(error)".contains("Not a directory. Check the path, its permissions and the volume.")
            }
        }

        @Test("a directory that another server uses is an error that names it")
        func locked() async throws {
            let directory = Directory()
            try await TestServer.run({ $0.dataDirectory = directory.path }) { (_: TestServer) async throws in
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
                }) { (server: TestServer) async throws in
                    #expect(try await server.send("GET", "/n.json?ns=other").body == expected)
                    #expect(try await server.send("PUT", "/n.json?ns=other", "7").status == 200)
                }
            }
        }
    }
#endif
