#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncLog
    import DatasyncStorage
    import DatasyncTree
    import Dispatch
    import Foundation
    import Testing

    @testable import DatasyncServer
    @testable import datasync

    @Suite("Namespaces that the owner creates and deletes", .timeLimit(.minutes(30)))
    struct NamespaceDirectoryTests {
        private static let secret = "0123456789abcdef"
        private static let owner = ["Authorization: Bearer \(secret)"]

        private static func run(
            in directory: String?, rules: String? = nil, _ body: (TestServer) async throws -> Void
        ) async throws {
            try await TestServer.run(
                {
                    $0.dataDirectory = directory
                    $0.rules = rules
                    $0.adminSecret = secret
                }, body)
        }

        private static func list(_ server: TestServer) async throws -> String {
            try await server.send("GET", "/.settings/namespaces.json", headers: owner).body
        }

        private static func change(_ method: String, _ name: String, _ server: TestServer) async throws -> TestResponse
        {
            try await server.send(method, "/.settings/namespaces/\(name).json", headers: owner)
        }

        @Test(
            "a created namespace is there after a restart; a deleted one is not, and has no data when it is created again"
        )
        func life() async throws {
            let folder = try TestFolder()
            let directory = folder.file("data")
            try await Self.run(in: directory) { (server: TestServer) async throws in
                #expect(try await server.send("PUT", "/a.json?ns=shop", "1").status == 404)
                for _ in 0..<2 { #expect(try await Self.change("PUT", "shop", server).status == 200) }
                #expect(try await Self.change("PUT", "t%C3%A9st", server).status == 200)
                #expect(try await Self.list(server) == #"["default","shop","tést"]"#)
                #expect(try await server.send("PUT", "/a.json?ns=shop", "1").status == 200)
            }
            try await Self.run(in: directory) { (server: TestServer) async throws in
                #expect(try await server.send("GET", "/a.json?ns=shop").body == "1")
                let socket = try await RawSocket.greeted(server, target: "/.ws?v=5&ns=shop")
                #expect(try await Self.change("DELETE", "shop", server).status == 200)
                #expect(await socket.close()?.reason.contains("was deleted") == true)
                #expect(try await server.send("GET", "/a.json?ns=shop").status == 404)
                #expect(try await Self.change("DELETE", "shop", server).status == 404)
            }
            try await Self.run(in: directory) { (server: TestServer) async throws in
                #expect(try await Self.list(server) == #"["default","tést"]"#)
                #expect(try await Self.change("PUT", "shop", server).status == 200)
                #expect(try await server.send("GET", "/a.json?ns=shop").body == "null")
                #expect(try await server.send("PUT", "/b.json?ns=shop", "2").status == 200)
            }
        }

        @Test("a created namespace has the rules of the configuration; in memory too")
        func rules() async throws {
            try await Self.run(in: nil, rules: #"{"rules": {".read": true}}"#) { (server: TestServer) async throws in
                #expect(try await Self.change("PUT", "shop", server).status == 200)
                #expect(try await server.send("GET", "/a.json?ns=shop").status == 200)
                #expect(try await server.send("PUT", "/a.json?ns=shop", "1").status == 401)
            }
        }

        @Test(
            "only the owner may change the list; names that are not valid, and those of the configuration, are errors")
        func refused() async throws {
            try await Self.run(in: nil) { (server: TestServer) async throws in
                for (method, name) in [("GET", ""), ("PUT", "/shop"), ("DELETE", "/shop")] {
                    #expect(try await server.send(method, "/.settings/namespaces\(name).json").status == 401)
                }
                #expect(try await Self.change("DELETE", "default", server).body.contains("configuration"))
                for name in [".namespaces", "a%2Fb", "a%00", "%FF", ""] {
                    let reply = try await Self.change("PUT", name, server)
                    #expect(reply.status == 400 || reply.status == 405, "\(name): \(reply.body)")
                }
                #expect(try await server.send("GET", "/a.json?ns=.namespaces", headers: Self.owner).status == 400)
                #expect(
                    try await server.send("POST", "/.settings/namespaces.json", "1", headers: Self.owner).status == 405)
            }
        }

        @Test("[commits 31] the list that earlier versions stored as a whole is converted")
        func earlierList() async throws {
            let folder = try TestFolder()
            let log = try JournalLog(directory: folder.file("data"), clock: { LogTime(1) }, diagnostic: { _ in })
            let list = ServedNamespace(
                try LogNamespace(".namespaces"), run: ServerRun(1), metrics: ServerMetrics(), limits: ServerLimits(),
                requiresIndexes: false, clock: { 1 }, executor: { DispatchQueue.global().async(execute: $0) },
                diagnose: { _ in })
            try await list.start(log)
            try list.write(["shop", "10", "tést"])
            try await list.waitUntilApplied()
            await log.close()
            for _ in 0..<2 {
                try await Self.run(in: folder.file("data")) { (server: TestServer) async throws in
                    #expect(try await Self.list(server) == #"["10","default","shop","tést"]"#)
                    #expect(try await server.send("GET", "/a.json?ns=shop").status == 200)
                }
            }
            try await Self.run(in: folder.file("data")) { (server: TestServer) async throws in
                #expect(try await Self.change("DELETE", "shop", server).status == 200)
                #expect(try await Self.list(server) == #"["10","default","tést"]"#)
            }
        }

        @Test("the commands create, list and delete")
        func commands() async throws {
            try await Self.run(in: nil) { (server: TestServer) async throws in
                try await server.run(NamespaceCreateCommand.self, "shop", "--token", Self.secret)
                let text = try await CommandOutput.text(
                    ["namespace", "list", "--url", server.url, "--token", Self.secret])
                #expect(text == "[\"default\",\"shop\"]\n")
                #expect(throws: (any Error).self) { _ = try NamespaceDeleteCommand.parse(["shop"]) }
                try await server.run(NamespaceDeleteCommand.self, "shop", "--yes", "--token", Self.secret)
                #expect(try await Self.list(server) == #"["default"]"#)
                let error = await #expect(throws: CommandError.self) {
                    try await server.run(NamespaceDeleteCommand.self, "shop", "--yes", "--token", Self.secret)
                }
                #expect(error?.description.contains("does not exist") == true)
            }
        }
    }
#endif
