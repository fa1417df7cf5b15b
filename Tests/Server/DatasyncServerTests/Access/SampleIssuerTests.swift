#if Server
    import DatasyncAsync
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("The sample issuer of the guide about tokens", .timeLimit(.minutes(2)))
    struct SampleIssuerTests {
        /// The path of Python; `nil` if it is not installed.
        private static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/python3" }.first(where: FileManager.default.isExecutableFile)

        /// Returns the program as the page prints it.
        private func program() throws -> String {
            let page = PackageFolder.root.appending(path: "Migration/SignInWithTokens.md")
            let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```python\n")
            try #require(blocks.count == 2)
            return try #require(blocks[1].components(separatedBy: "```").first)
        }

        @Test("a client signs in with a token that the issuer gives for a password", .enabled(if: python != nil))
        func signIn() async throws {
            let folder = try TestFolder()
            let file = try folder.write(try program(), to: "issuer.py")
            // As `openssl rand -hex 32` writes it, with a line break.
            let secret = String(repeating: "5a", count: 32)
            let secretFile = try folder.write(secret + "\n", to: "secret")
            let issuer = try ChildProcess(try #require(Self.python), [file, secretFile, "0"])
            // Only SIGKILL is sure to end it: a child inherits signals that its parent has blocked.
            defer { issuer.kill() }
            let address = try #require(issuer.nextLine())
            let port = try #require(address.split(separator: ":").last.flatMap { Int($0) }, "\(address)")

            let wrong = #"{"email": "ann@example.com", "password": "pear"}"#
            #expect(try await TestResponse.send("POST", "/", wrong, port: port).status == 401)
            let right = #"{"email": "ann@example.com", "password": "apple"}"#
            let response = try await TestResponse.send("POST", "/", right, port: port)
            #expect(response.status == 200)
            let members = try JSONDecoder().decode([String: String].self, from: Data(response.body.utf8))
            let token = try #require(members["token"])

            try await TestServer.run { configuration in
                configuration.rules = #"{"rules": {".read": "auth != null", ".write": "auth.uid == 'ann'"}}"#
                configuration.tokens = TokenRules(keys: [.secret(secret)])
            } _: { server in
                let url = try #require(URL(string: "ws://127.0.0.1:\(server.port)"))
                let application = WebcomApplication(
                    configuration: WebcomConfiguration(identifier: "default", platform: .server(url)))
                let manager = application.datasyncService.createManager()
                let seen = manager / "seen"
                let node = try #require(seen)
                await #expect(throws: WebcomError.self) { try await node.set(.raw, true) }
                try await manager.service.authentication.signIn(token: token)
                try await node.set(.raw, true)
                #expect(try await node.value().json as? Bool == true)
            }
        }
    }
#endif
