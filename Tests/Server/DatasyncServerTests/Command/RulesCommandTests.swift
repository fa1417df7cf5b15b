#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncTree
    import TestSupport
    import Testing

    @testable import DatasyncServer
    @testable import datasync

    @Suite("Commands for rules", .timeLimit(.minutes(30)))
    struct RulesCommandTests {
        private static let rules = """
            {"rules": {
              "$user": {".read": "auth.uid == $user", "age": {".write": "auth.token.admin == true",
                ".validate": "newData.val() > data.val()"}}
            }}
            """

        private func explain(_ arguments: String...) throws -> JSON {
            let folder = try TestFolder()
            let file = try folder.write(Self.rules, to: "rules.json")
            let data = try folder.write(#"{"ada":{"age":35}}"#, to: "data.json")
            var arguments = arguments
            if let index = arguments.firstIndex(of: "DATA") { arguments[index] = data }
            return try RulesExplainCommand.parse([file] + arguments).explain().json
        }

        @Test("check names the line and the column of an error")
        func check() async throws {
            let folder = try TestFolder()
            let valid = try RulesCheckCommand.parse([try folder.write(Self.rules, to: "rules.json")])
            try await valid.run()
            let file = try folder.write("{\"rules\":\n {\".read\": \"auth.udi\"}}", to: "wrong.json")
            let wrong = try RulesCheckCommand.parse([file])
            let error = await #expect(throws: CommandError.self) { try await wrong.run() }
            #expect(error?.description.contains("line 2, column 18") == true, "\(error?.description ?? "")")
            #expect(error?.description.hasPrefix(file) == true)
        }

        @Test("explain returns each level, and the deciding one")
        func explanation() throws {
            let read = try explain("read", "/ada", "--auth", #"{"uid":"ada"}"#)
            #expect(read["allowed"]?.boolean == true)
            let levels = try #require(read["levels"]?.array)
            #expect(levels.map { $0["outcome"]?.string } == ["absent", "evaluated"])
            #expect(levels.last?["rule"]?.string == "rules/$user/.read")
            #expect(levels.last?["expression"]?.string == "auth.uid == $user")
            #expect(levels.last?["decides"]?.boolean == true)
            #expect(try explain("read", "/ada")["allowed"]?.boolean == false)
            #expect(try explain("read", "/ada", "--auth", "null")["allowed"]?.boolean == false)
        }

        @Test("explain evaluates a write with the data before and after it")
        func write() throws {
            let admin = #"{"uid":"x","token":{"admin":true}}"#
            func isAllowed(_ value: String) throws -> Bool? {
                try explain("write", "/ada/age", "--auth", admin, "--data", "DATA", "--value", value)["allowed"]?
                    .boolean
            }
            #expect(try isAllowed("36") == true)
            #expect(try isAllowed("35") == false)
            #expect(try isAllowed("null") == true)
            #expect(try isAllowed(#"{".sv":{"increment":1}}"#) == true)
            #expect(try explain("write", "/ada/age", "--value", "36")["allowed"]?.boolean == false)
        }

        @Test(
            "a wrong argument is an error that names it",
            arguments: [
                (["read", "/a.b"], "a.b"), (["read", "/a", "--auth", "{}"], "no uid"),
                (["read", "/a", "--data", "/none"], "/none"), (["write", "/a", "--value", "x"], "not valid JSON"),
                (["write", "/a", "--value", #"{"a.b":1}"#], "a.b"),
            ])
        func wrongArguments(arguments: [String], problem: String) throws {
            let folder = try TestFolder()
            let file = try folder.write(Self.rules, to: "rules.json")
            let error = #expect(throws: CommandError.self) {
                try RulesExplainCommand.parse([file] + arguments).explain()
            }
            #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
            #expect(throws: (any Error).self) { try RulesExplainCommand.parse([file, "write", "/a"]) }
            #expect(throws: (any Error).self) { try RulesExplainCommand.parse([file, "read", "/a", "--value", "1"]) }
        }

        @Test("rules with comments, line breaks and a byte order mark are checked, deployed and served")
        func written() async throws {
            let folder = try TestFolder()
            let secret = "0123456789abcdef"
            let text = "\u{FEFF}// first\n{\"rules\": {\".read\": \"now > 1 // second\n && true\", /* third */ }}\n"
            let file = try folder.write(text, to: "rules.json")
            let warning = "The comma at line 3, column 10 of the document is behind the last member; remove it."
            #expect(try RulesFile(file).rules.warnings == [warning])
            #expect(try await CommandOutput.text(["rules", "check", file]).contains(#""warnings":["The comma"#))
            try await TestServer.run({ $0.adminSecret = secret }) { server in
                try await server.run(RulesDeployCommand.self, file, "--token", secret)
                #expect(try await server.send("GET", "/.json").status == 200)
                #expect(try await server.send("PUT", "/.json", "1").status == 401)
                let owner = ["Authorization: Bearer \(secret)"]
                let response = try await server.send("PUT", "/.settings/rules.json", text, headers: owner)
                #expect(response.body == #"{"status":"ok","warnings":["\#(warning)"]}"#)
                #expect(server.log.entries.contains("rules of default: \(warning)"))
                let wrong = try await server.send(
                    "PUT", "/.settings/rules.json", text.replacing("now", with: "nov"), headers: owner)
                #expect(wrong.status == 400)
                #expect(wrong.body.contains("line 2, column 22 of the document"))
            }
            try await TestServer.run({ $0.rules = text }) { (server: TestServer) async throws in
                #expect(try await server.send("GET", "/.json").status == 200)
                #expect(try await server.send("PUT", "/.json", "1").status == 401)
            }
        }

        @Test("deployed rules stay at the next start, unless they are to be replaced; the log says which ones count")
        func restart() async throws {
            let folder = try TestFolder()
            let secret = "0123456789abcdef"
            let owner = ["Authorization: Bearer \(secret)"]
            let deployed = "{\"rules\": { // deployed\n\".read\": true}}"
            /// Starts a server with a file of rules; returns the rules that count, and what the log says about them.
            func start(
                _ file: String?, replaces: Bool = false, deploys: String? = nil
            ) async throws -> (rules: String, log: [String]) {
                var result = (rules: "", log: [String]())
                try await TestServer.run({ configuration in
                    configuration.dataDirectory = folder.file("data")
                    configuration.adminSecret = secret
                    configuration.rules = file
                    configuration.replacesDeployedRules = replaces
                }) { server in
                    if let deploys {
                        try await server.send("PUT", "/.settings/rules.json", deploys, headers: owner)
                    }
                    result.rules = try await server.send("GET", "/.settings/rules.json", headers: owner).body
                    result.log = server.log.entries.filter { $0.contains("namespace default: The rules") }
                }
                return result
            }
            let (first, second) = (#"{"rules":{".read":false}}"#, "{\"rules\":{}, /* changed */}")
            #expect(try await start(first) == (first, []))
            #expect(try await start(first) == (first, []), "nothing to say")
            let changed = try await start(second)
            #expect(changed.rules == second)
            #expect(
                changed.log == ["namespace default: The rules are replaced by the file of rules, which has changed."])
            #expect(try await start(second, deploys: deployed).rules == deployed)
            for file in [second, first] {
                let kept = try await start(file)
                #expect(kept.rules == deployed)
                #expect(
                    kept.log.count == 1 && kept.log[0].contains("they were deployed, and differ from the file of rules")
                )
                #expect(kept.log[0].contains("--replace-rules"))
            }
            #expect(try await start(nil).rules == deployed)
            #expect(try await start(deployed) == (deployed, []))
            #expect(try await start(first, replaces: true).rules == first)
        }

        @Test("deploy replaces the rules of a namespace, get prints them")
        func deploy() async throws {
            let folder = try TestFolder()
            let file = try folder.write(Self.rules, to: "rules.json")
            let secret = "0123456789abcdef"
            try await TestServer.run({ $0.adminSecret = secret }) { server in
                try await server.run(RulesDeployCommand.self, file, "--token", secret)
                #expect(try await server.send("GET", "/.json").status == 401)
                let printed = try await CommandOutput.text(["rules", "get", "--url", server.url, "--token", secret])
                #expect(try JSONParser.parse(printed).text == JSONParser.parse(Self.rules).text)
                let error = await #expect(throws: CommandError.self) {
                    try await server.run(RulesDeployCommand.self, file)
                }
                #expect(error?.description.contains("Only the owner") == true)
                let wrong = try folder.write(#"{"rules":{".read":"x"}}"#, to: "wrong.json")
                await #expect(throws: CommandError.self) {
                    try await server.run(RulesDeployCommand.self, wrong, "--token", secret)
                }
            }
        }
    }
#endif
