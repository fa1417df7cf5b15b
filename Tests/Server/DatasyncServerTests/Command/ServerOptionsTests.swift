#if Server
    import ArgumentParser
    import Foundation
    import TestSupport
    import Testing

    @testable import datasync

    /// The options that name a server and the rights on it, and the confirmation of a removal.
    struct ServerOptionsTests {
        @Test(
            "an address of this machine may lack its scheme",
            arguments: [
                ("localhost:9000", "http://localhost:9000"), ("127.0.0.1:1", "http://127.0.0.1:1"),
                ("[::1]:2", "http://[::1]:2"), ("localhost", "http://localhost"),
                ("https://localhost:3", "https://localhost:3"), ("localhost.example:4", "localhost.example:4"),
                ("example.org", "example.org"),
            ])
        func address(text: String, url: String) throws {
            #expect(try ServerOptions.parse(["--url", text]).url == url)
            #expect(try ServerOptions.parse([]).url == "http://127.0.0.1:9000")
        }

        @Test("the token is that of an argument, of a file, or of the environment")
        func token() throws {
            let folder = try TestFolder()
            let file = try folder.write("\u{FEFF}from file\n", to: "token")
            let environment = ["DATASYNC_TOKEN": "from environment"]
            #expect(try ServerOptions.parse([]).token(in: environment) == "from environment")
            #expect(try ServerOptions.parse([]).token(in: ["DATASYNC_TOKEN": ""]) == nil)
            #expect(try ServerOptions.parse(["--token-file", file]).token(in: environment) == "from file")
            #expect(try ServerOptions.parse(["--token", "a"]).token(in: environment) == "a")
            #expect(throws: (any Error).self) { try ServerOptions.parse(["--token", "a", "--token-file", file]) }
            let empty = try folder.write(" \n", to: "empty")
            #expect(throws: CommandError.self) { try ServerOptions.parse(["--token-file", empty]).token(in: [:]) }
            let missing = folder.file("missing")
            #expect(throws: CommandError.self) { try ServerOptions.parse(["--token-file", missing]).token(in: [:]) }
        }

        @Test("remove of the root needs a confirmation", arguments: ["/", "", "//"])
        func removal(root: String) throws {
            #expect(throws: (any Error).self) { try RemoveCommand.parse([root]) }
            #expect(try RemoveCommand.parse([root, "--yes"]).yes)
            #expect(try !RemoveCommand.parse(["/a"]).yes)
        }

        @Test("the command prints its version")
        func version() async throws {
            #expect(try await CommandOutput.text(["--version"]).hasPrefix("1."))
        }
    }
#endif
