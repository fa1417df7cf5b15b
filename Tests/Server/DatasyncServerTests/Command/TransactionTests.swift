#if Server
    import ArgumentParser
    import Testing

    @testable import datasync

    @Suite("Transactions by command", .timeLimit(.minutes(30)))
    struct TransactionTests {
        @Test("the command receives the value and prints the new one")
        func change() async throws {
            try await TestServer.run { server in
                let command = #"sed -e 's/null/{"n":1}/' -e 's/"n":1}$/"n":1,"m":[true]}/'"#
                try await server.run(TransactionCommand.self, "/a b", "--command", command)
                #expect(try await server.send("GET", "/a%20b.json").body == #"{"m":[true],"n":1}"#)
                try await server.run(TransactionCommand.self, "/a b", "--command", "cat > /dev/null; echo null")
                #expect(try await server.send("GET", "/a%20b.json").body == "null")
            }
        }

        @Test("a value that another client changes meanwhile is read again")
        func conflict() async throws {
            let folder = try TestFolder()
            try await TestServer.run { server in
                try await server.send("PUT", "/n.json", "1")
                // The first run of the command is overtaken by another writer.
                let command = """
                    v=$(cat); if [ ! -e \(folder.file("once")) ]; then touch \(folder.file("once")); \
                    curl -s -X PUT -d 10 \(server.url)/n.json > /dev/null; fi; echo $((v + 1))
                    """
                try await server.run(TransactionCommand.self, "/n", "--command", command)
                #expect(try await server.send("GET", "/n.json").body == "11")
            }
        }

        @Test("it ends after 25 attempts without a write")
        func attempts() async throws {
            let folder = try TestFolder()
            let count = folder.file("count")
            try await TestServer.run { (server: TestServer) async throws in
                let command = """
                    echo x >> \(count); curl -s -X PUT -d $(wc -l < \(count)) \(server.url)/n.json > /dev/null; echo 0
                    """
                let error = await #expect(throws: CommandError.self) {
                    try await server.run(TransactionCommand.self, "/n", "--command", command)
                }
                #expect(error?.description.contains("25 attempts") == true)
                #expect(try await server.send("GET", "/n.json").body == "25")
            }
        }

        @Test(
            "a command that fails or prints no JSON writes nothing",
            arguments: [("exit 3", "exit code 3"), ("echo x", "not one JSON value"), ("true", "not one JSON value")])
        func failures(command: String, problem: String) async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/n.json", "1")
                let error = await #expect(throws: CommandError.self) {
                    try await server.run(TransactionCommand.self, "/n", "--command", command)
                }
                #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
                #expect(try await server.send("GET", "/n.json").body == "1")
            }
        }

        @Test("priorities are kept with --export")
        func priorities() async throws {
            try await TestServer.run { server in
                let value = #"{".priority":2,"a":{".value":1,".priority":"p"}}"#
                try await server.send("PUT", "/n.json", value)
                try await server.run(TransactionCommand.self, "/n", "--export", "--command", "cat")
                #expect(try await server.send("GET", "/n.json?format=export").body == value)
            }
        }

        @Test("a large value passes through a command that does not read it")
        func largeValue() async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/n.json", "\"" + String(repeating: "x", count: 1 << 20) + "\"")
                try await server.run(TransactionCommand.self, "/n", "--command", "cat")
                try await server.run(TransactionCommand.self, "/n", "--command", "echo 1")
                #expect(try await server.send("GET", "/n.json").body == "1")
            }
        }

        @Test("completion prints the script of each shell", arguments: ["bash", "zsh", "fish"])
        func completion(shell: String) async throws {
            let script = try await CommandOutput.text(["completion", shell])
            #expect(script.contains("transaction") && script.contains("rules"))
            #expect(throws: (any Error).self) { try CompletionCommand.parse(["sh"]) }
        }
    }
#endif
