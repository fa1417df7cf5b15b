#if Server
    import DatasyncAsync
    import DatasyncCallback
    import DatasyncLegacy
    import DatasyncServer
    import Dispatch
    import Foundation
    import Testing

    @Suite("Clients of a server", .timeLimit(.minutes(30)))
    struct ServerPlatformTests {
        private func application(_ server: TestServer, path: ServerPath = .standard) throws -> WebcomApplication {
            let url = try #require(URL(string: "ws://127.0.0.1:\(server.port)"))
            let application = WebcomApplication(
                configuration: WebcomConfiguration(identifier: "default", platform: .server(url, path: path)))
            application.defaultQueue = DispatchQueue(label: "client")
            return application
        }

        @Test("a write of one client is an event of another, on both paths of the server")
        func events() async throws {
            try await TestServer.run { server in
                let (ann, bob) = (try application(server), try application(server, path: .webcom))
                let (mine, theirs) = (ann.datasyncService.createManager(), bob.datasyncService.createManager())
                try await mine["contacts/ada"].set(["name": "Ada"])
                #expect(try await server.send("GET", "/contacts.json").body == #"{"ada":{"name":"Ada"}}"#)
                var names: [String] = []
                for try await event in theirs["contacts"].events(.childEvent) {
                    names.append(event.key)
                    if names.count == 1 { try await server.send("PUT", "/contacts/grace.json", #"{"name":"Grace"}"#) }
                    if names.count == 2 { break }
                }
                #expect(names == ["ada", "grace"])
            }
        }

        @Test("transactions of two clients all count")
        func transactions() async throws {
            try await TestServer.run { server in
                let applications = [try application(server), try application(server)]
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for application in applications {
                        group.addTask {
                            let manager = application.datasyncService.createManager()
                            for _ in 0..<10 {
                                _ = try await manager["n"].runTransaction { present in
                                    .set((present.decoded(as: Int.self) ?? 0) + 1)
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await server.send("GET", "/n.json").body == "20")
            }
        }

        @Test("a long value arrives whole, in both directions")
        func long() async throws {
            try await TestServer.run { server in
                let manager = try application(server).datasyncService.createManager()
                let text = String(repeating: "é𝄞x", count: 100_000)
                try await manager["text"].set(text)
                let other = try application(server).datasyncService.createManager()
                let value: String = try await other["text"].decodedValue()
                #expect(value == text)
            }
        }

        @Test("a write that the rules deny fails with permissionDenied")
        func denied() async throws {
            try await TestServer.run({ $0.rules = #"{"rules":{".read":true}}"# }) { server in
                let manager = try application(server).datasyncService.createManager()
                let error = await #expect(throws: WebcomError.self) { try await manager["a"].set(1) }
                #expect(error?.code == .permissionDenied)
            }
        }
    }
#endif
