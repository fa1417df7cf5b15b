#if Server
    import ArgumentParser
    import DatasyncServer
    import DatasyncTree
    import DatasyncWire
    import Foundation
    import Testing

    @testable import datasync

    @Suite("The command datasync", .timeLimit(.minutes(30)))
    struct CommandTests {
        private func run<Command: AsyncParsableCommand>(
            _ type: Command.Type, _ arguments: [String], _ server: TestServer
        ) async throws {
            var command = try type.parse(arguments + ["--url", server.url])
            try await command.run()
        }

        @Test("set, update, push and remove change the data")
        func writes() async throws {
            try await TestServer.run { server in
                try await run(SetCommand.self, ["/a b/ä", #"{"x":1}"#], server)
                #expect(try await server.send("GET", "/a%20b.json").body == #"{"ä":{"x":1}}"#)
                try await run(UpdateCommand.self, ["/a b/ä", #"{"y/z":2,"x":null}"#], server)
                #expect(try await server.send("GET", "/a%20b.json").body == #"{"ä":{"y":{"z":2}}}"#)
                try await run(RemoveCommand.self, ["/a b"], server)
                #expect(try await server.send("GET", "/.json").body == "null")
                try await run(PushCommand.self, ["/list", "1"], server)
                #expect(try await server.send("GET", "/list.json?shallow=true").body.contains("true"))
            }
        }

        @Test("get sends the query that its options name")
        func query() throws {
            let command = try GetCommand.parse(["/a", "--order-by", "age", "--from", "1", "--to", "5", "--last", "2"])
            #expect(
                command.parameters.map { "\($0.0)=\($0.1)" }
                    == ["startAt=1", "endAt=5", "limitToLast=2", "orderBy=\"age\""])
            #expect(try GetCommand.parse(["/a", "--first", "1"]).parameters.last?.1 == "\"$key\"")
            #expect(
                try GetCommand.parse(["/a", "--keys-only", "--export"]).parameters.map(\.0) == ["shallow", "format"])
        }

        @Test(
            "a failure names its reason",
            arguments: [
                (["/a", "{"], "not valid JSON"), (["/a.b", "1"], "a.b"),
                (["/a", "1", "--namespace", "none"], "does not exist"),
            ])
        func failures(arguments: [String], text: String) async throws {
            try await TestServer.run { server in
                let error = await #expect(throws: CommandError.self) {
                    try await run(SetCommand.self, arguments, server)
                }
                #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
            }
        }

        @Test("a server that cannot be reached is an error with the remedy")
        func unreachable() async throws {
            let command = try RemoveCommand.parse(["/a", "--url", "http://127.0.0.1:1"])
            let error = await #expect(throws: CommandError.self) { try await command.run() }
            #expect(error?.description.contains("datasync serve") == true)
        }

        @Test("watch ends after the number of events")
        func watch() async throws {
            try await TestServer.run { server in
                try await run(WatchCommand.self, ["/a", "--count", "1"], server)
                let error = await #expect(throws: CommandError.self) {
                    try await run(WatchCommand.self, ["/a", "--token", "ann"], server)
                }
                #expect(error?.description.contains("no sign-in") == true)
                let folder = try TestFolder()
                try await run(WatchCommand.self, ["/a", "--count", "1", "--diagram", folder.file("a.html")], server)
                let page = try String(contentsOfFile: folder.file("a.html"), encoding: .utf8)
                #expect(page.contains("/a ← null") && page.hasSuffix("</html>\n"))
                let missing = await #expect(throws: CommandError.self) {
                    try await run(WatchCommand.self, ["/a", "--count", "1", "--diagram", "/missing/a.html"], server)
                }
                #expect(missing?.description.contains("cannot be written to /missing/a.html") == true)
            }
        }

        @Test("watch prints the value, then each change")
        func lines() throws {
            var watch = Watch(path: try Path("/a"), token: nil)
            let hello = #"{"t":"c","d":{"t":"h","d":{"ts":1,"v":"5","h":"x","s":"y"}}}"#
            #expect(try watch.accept(.frame(hello)).frames == [#"{"t":"d","d":{"r":2,"a":"q","b":{"p":"/a"}}}"#])
            #expect(
                try watch.accept(.frame(#"{"t":"d","d":{"r":2,"b":{"s":"ok","d":{}}}}"#)).events.map(\.line)
                    == [#"{"event":"set","path":"/a","data":null}"#])
            #expect(
                try watch.accept(.frame(#"{"t":"d","d":{"a":"m","b":{"p":"a","d":{"b/c":1}}}}"#)).events.map(\.line)
                    == [#"{"event":"merge","path":"/a","data":{"b/c":1}}"#])
            #expect(throws: CommandError.self) { try watch.accept(.frame("x")) }
            #expect(throws: CommandError.self) { try watch.accept(.closed(reason: "gone")) }
        }

        @Test("the options of serve become the configuration of the server")
        func serve() throws {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
                "datasync-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let rules = directory.appendingPathComponent("rules.json").path
            let secret = directory.appendingPathComponent("secret").path
            try #"{"rules":{".read":true}}"#.write(toFile: rules, atomically: true, encoding: .utf8)
            try "0123456789abcdef\n".write(toFile: secret, atomically: true, encoding: .utf8)
            let configuration = try ServeCommand.parse([
                "--host", "0.0.0.0", "--port", "0", "--namespace", "a", "--namespace", "b", "--rules", rules,
                "--emulator",
                "--allow-open", "--admin-secret-file", secret, "--public-address", "x:1", "--allow-origin", "https://o",
                "--peer-address", "p:2",
            ]).makeConfiguration()
            #expect(configuration.description == "ServerConfiguration(0.0.0.0:0, a, b, emulator)")
            #expect(configuration.rules == #"{"rules":{".read":true}}"#)
            #expect(configuration.allowsOpenRules)
            #expect(configuration.adminSecret == "0123456789abcdef")
            #expect(configuration.publicAddress == "x:1" && configuration.peerAddress == "p:2")
            #expect(configuration.allowedOrigins == ["https://o"])
            #expect(
                try ServeCommand.parse([]).makeConfiguration().description
                    == "ServerConfiguration(127.0.0.1:9000, default)")
            #expect(throws: CommandError.self) { try ServeCommand.parse(["--rules", "/none"]).makeConfiguration() }
            #expect(throws: (any Error).self) { try ServeCommand.parse(["--tls-key", rules]).makeConfiguration() }
        }

        @Test("the peers of a server end with the next option")
        func peers() throws {
            let words = ["serve", "--peers", "a:1", "b:2", "--public-address", "b:2", "--no-redirect"]
            let command = try #require(try DatasyncCommand.parseAsRoot(words) as? ServeCommand)
            let configuration = try command.makeConfiguration()
            #expect(configuration.peers == ["a:1", "b:2"] && configuration.publicAddress == "b:2")
            #expect(!configuration.redirectsClients)
            let alone = try ServeCommand.parse([]).makeConfiguration()
            #expect(alone.peers == [] && alone.redirectsClients)
            #expect(throws: (any Error).self) { try ServeCommand.parse(["--peers"]) }
        }

        @Test("a drain is begun and ended by the commands below server")
        func drain() throws {
            let parse = { (words: String...) in try DatasyncCommand.parseAsRoot(["server"] + words) }
            #expect((try parse("drain") as? DrainCommand)?.wait == false)
            let waiting = try #require(try parse("drain", "--wait", "--url", "localhost:1") as? DrainCommand)
            #expect(waiting.wait && waiting.server.url == "http://localhost:1")
            let undrain = try #require(try parse("undrain", "--token", "t") as? UndrainCommand)
            #expect(try undrain.server.token(in: [:]) == "t")
            #expect(throws: (any Error).self) { try parse("undrain", "--wait") }
            #expect(throws: (any Error).self) { try parse("drain", "now") }
        }

        @Test("the help of the command teaches by example")
        func help() {
            let text = DatasyncCommand.helpMessage()
            let parts = [
                "datasync serve --config", "curl -X PUT", "Exit codes", "watch", "transaction", "rules explain",
                "import",
                "export", "backup", "restore", "check", "log", "completion",
            ]
            for part in parts { #expect(text.contains(part), "\(part)") }
        }
    }
#endif
