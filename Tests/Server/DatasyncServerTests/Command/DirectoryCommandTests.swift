#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncLog
    import DatasyncTree
    import Foundation
    import Testing

    @testable import DatasyncServer
    @testable import datasync

    @Suite("Commands for data directories", .timeLimit(.minutes(30)))
    struct DirectoryCommandTests {
        /// Makes a directory with the data of a server that has stopped.
        private func makeDirectory(_ folder: TestFolder) async throws -> String {
            let path = folder.file("data")
            try await TestServer.run({ configuration in
                configuration.dataDirectory = path
                configuration.namespaces = ["default", "other"]
                configuration.adminSecret = "0123456789abcdef"
            }) { server in
                try await server.send("PUT", "/a.json", #"{"b":{".value":1,".priority":2}}"#)
                try await server.send("PATCH", "/a.json", #"{"c/d":"é","e":null}"#)
                try await server.send("PUT", "/n.json?ns=other", "7")
                let rules = #"{"rules":{".read":true,".write":false}}"#
                let owner = ["Authorization: Bearer 0123456789abcdef"]
                try await server.send("PUT", "/.settings/rules.json", rules, headers: owner)
                try await server.send("PUT", "/a.json", "1")
            }
            return path
        }

        private func output(_ arguments: String...) async throws -> [String] {
            try await CommandOutput.text(arguments).split(separator: "\n").map(String.init)
        }

        @Test("check prints the namespaces and the files, and finds no damage")
        func intact() async throws {
            let folder = try TestFolder()
            let path = try await makeDirectory(folder)
            let report = try await DataDirectory.open(path).use { try await StoreReport($0) }
            #expect(report.damages.isEmpty)
            let json = report.json
            #expect(json["intact"]?.boolean == true)
            let names = json["namespaces"]?.array
            #expect(names?.map { $0["name"]?.string } == ["default", "other"])
            let node = try Node(["a": ["b": [".value": 1, ".priority": 2], "c": ["d": "é"]]])
            #expect(names?.first?["hash"]?.string == node.hash)
            #expect(names?.first?["first"]?.integer == 1)
            #expect(json["files"]?.array?.count == 1)
            #expect(report.text.hasSuffix("\nintact"))
            #expect(report.text.hasPrefix("namespace default: "))
            let printed = try await output("check", path)
            #expect(try JSONParser.parse(printed.first ?? "").text == json.text)
        }

        @Test("check reports each damage with its file and offset, and its exit code is 1")
        func damaged() async throws {
            let folder = try TestFolder()
            let path = try await makeDirectory(folder)
            let name = try #require(
                FileManager.default.contentsOfDirectory(atPath: path).first { $0.hasSuffix(".segment") })
            let file = try #require(FileHandle(forUpdatingAtPath: "\(path)/\(name)"))
            try file.seek(toOffset: 700)
            try file.write(contentsOf: Data([0xFF, 0xFE]))
            try file.close()
            let report = try await DataDirectory.open(path).use { try await StoreReport($0) }
            let damage = try #require(report.damages.first)
            #expect(damage.file == "\(path)/\(name)")
            #expect((damage.offset ?? 0) >= 512)
            #expect(report.json["intact"]?.boolean == false)
            #expect(report.text.hasSuffix("\ndamaged"))
            let command = try CheckCommand.parse([path])
            let error = await #expect(throws: ExitCode.self) { try await command.run() }
            #expect(error?.rawValue == 1)
        }

        @Test("log prints a line for each record, from a position on")
        func log() async throws {
            let folder = try TestFolder()
            let path = try await makeDirectory(folder)
            let lines = try await output("log", path).map { try JSONParser.parse($0) }
            // The start of a server appends nothing.
            #expect(lines.first?["kind"]?.string == "set")
            let writes = lines.filter { $0["data"] != nil }
            #expect(writes.map { $0["kind"]?.string } == ["set", "merge"], "the refused write is not there")
            #expect(writes.first?["data"]?.text == #"{"b":{".value":1,".priority":2}}"#)
            #expect(writes[1]["data"]?["c/d"]?.string == "é")
            #expect(lines.contains { $0["kind"]?.string == "setRules" && $0["rules"]?["rules"] != nil })
            #expect(lines.contains { $0["kind"]?.string == "signIn" && $0["owner"]?.boolean == true } == false)
            let numbers = lines.compactMap { $0["position"]?.string?.split(separator: "-").last.flatMap { Int($0) } }
            #expect(numbers == Array(1...lines.count))
            #expect(lines.allSatisfy { $0["time"]?.string?.hasSuffix("Z") == true })
            let some = try await output("log", path, "--from", "2", "--count", "3")
            #expect(try some.map { try JSONParser.parse($0).text } == lines[1...3].map(\.text))
            #expect(try await output("log", path, "--from", "1000") == [])
            #expect(try await output("log", path, "--namespace", "other").count { $0.contains(#""path":"/n""#) } == 1)
        }

        @Test("log prints the user of a sign-in, and the other claims only with --claims")
        func claims() async throws {
            let folder = try TestFolder()
            let path = folder.file("data")
            try await TestServer.run({ configuration in
                configuration.dataDirectory = path
                configuration.tokens = TokenRules(keys: [.secret(TestTokens.secret)])
                configuration.rules = #"{"rules": {"a": {".write": "auth.uid == 'ada' && newData.isNumber()"}}}"#
            }) { server in
                var claims = TestTokens.Claims("ada")
                claims.role = "ada@example.org"
                let token = try await TestTokens.signedBySecret(claims)
                let header = ["Authorization: Bearer \(token)"]
                #expect(try await server.send("PUT", "/a.json", "1", headers: header).status == 200)
                #expect(try await server.send("PUT", "/a.json", #""refused text""#, headers: header).status == 401)
            }
            let lines = try await output("log", path)
            #expect(lines.contains { $0.contains(#""kind":"signIn","user":"ada""#) })
            #expect(!lines.contains { $0.contains("example.org") || $0.contains("refused") })
            #expect(lines.count { $0.contains(#""kind":"signIn""#) } == 1, "a refused write stores no sign-in")
            #expect(try await output("log", path, "--claims").contains { $0.contains("ada@example.org") })
        }

        @Test("a directory is copied without a server")
        func backup() async throws {
            let folder = try TestFolder()
            let path = try await makeDirectory(folder)
            let command = try BackupCommand.parse([folder.file("b"), "--data", path])
            try await command.run()
            let backup = try BackupDocument(try JSONParser.parse(folder.text("b")), file: "b")
            let copy = try #require(backup.copies.first)
            #expect(copy.data == (try Node(["a": ["b": [".value": 1, ".priority": 2], "c": ["d": "é"]]])))
            #expect(copy.rules == #"{"rules":{".read":true,".write":false}}"#)
            #expect(copy.rulesSource == .deployment)
            #expect(copy.limits == Limits())
            let other = try BackupCommand.parse([folder.file("b"), "--data", path, "--namespace", "none"])
            let error = await #expect(throws: CommandError.self) { try await other.run() }
            #expect(error?.description.contains("it has default, other") == true)
        }

        @Test("a directory that a server uses is an error that says so")
        func inUse() async throws {
            let folder = try TestFolder()
            let path = folder.file("data")
            try await TestServer.run({ $0.dataDirectory = path }) { _ in
                let error = await #expect(throws: CommandError.self) { try await DataDirectory.open(path) }
                #expect(error?.description.contains("A server uses the directory") == true)
                #expect(error?.description.contains(path) == true)
            }
            for missing in [folder.path, folder.file("none")] {
                let error = await #expect(throws: CommandError.self) { try await DataDirectory.open(missing) }
                #expect(error?.description.contains(missing) == true)
            }
        }
    }
#endif
