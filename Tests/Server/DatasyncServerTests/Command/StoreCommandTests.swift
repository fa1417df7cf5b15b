#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncLog
    import DatasyncTree
    import Foundation
    import Testing

    @testable import DatasyncServer
    @testable import datasync

    @Suite("Commands that change a data directory", .timeLimit(.minutes(30)))
    struct StoreCommandTests {
        private static let secret = "0123456789abcdef"
        private static let rules = #"{"rules":{".read":true /* all */,".write":"auth != null"}}"#

        private func run<Command: AsyncParsableCommand>(_ type: Command.Type, _ arguments: String...) async throws {
            var command = try type.parse(arguments)
            try await command.run()
        }

        /// Returns the output of a command, one JSON value for each line.
        private func output(_ arguments: String...) async throws -> [JSON] {
            try await CommandOutput.text(arguments).split(separator: "\n").map { try JSONParser.parse(String($0)) }
        }

        /// Makes a directory with two namespaces, of which the owner has created one and deployed its rules.
        private func makeDirectory(_ path: String) async throws {
            try await TestServer.run({ configuration in
                configuration.dataDirectory = path
                configuration.adminSecret = Self.secret
                configuration.rules = Self.rules
            }) { server in
                let owner = ["Authorization: Bearer \(Self.secret)"]
                try await server.send("PUT", "/.json", HostileDocument.all.exportJSON.text, headers: owner)
                try await server.send("PUT", "/.settings/namespaces/shop.json", headers: owner)
                try await server.send("PUT", "/a.json?ns=shop", "7", headers: owner)
                try await server.send(
                    "PUT", "/.settings/rules.json?ns=shop", #"{"rules":{".read":true}}"#, headers: owner)
            }
        }

        @Test("all namespaces of a directory are moved into another one, with rules, limits and the same SHA-256")
        func move() async throws {
            let folder = try TestFolder()
            let (source, target, file) = (folder.file("data"), folder.file("copy"), folder.file("all.backup"))
            try await makeDirectory(source)
            let copied = try await output("backup", file, "--all", "--data", source)
            #expect(copied.map { $0["namespace"]?.string } == ["default", "shop"])
            let digest = NamespaceCopy.digest(of: HostileDocument.all)
            #expect(copied.first?["sha256"]?.string == digest)
            let restored = try await output("restore", file, "--all", "--data", target)
            #expect(restored.map { $0["sha256"]?.string } == copied.map { $0["sha256"]?.string })
            #expect(restored.map { $0["outcome"]?.string } == ["restored", "restored"])
            // An interrupted restore is repeated.
            let repeated = try await output("restore", file, "--all", "--data", target)
            #expect(repeated.map { $0["outcome"]?.string } == ["unchanged", "unchanged"])
            try await run(BackupCommand.self, folder.file("again.backup"), "--all", "--data", target)
            let first = try BackupDocument(try JSONParser.parse(folder.text("all.backup")), file: "")
            let second = try BackupDocument(try JSONParser.parse(folder.text("again.backup")), file: "")
            #expect(first.copies.map(\.json.text) == second.copies.map(\.json.text))
            #expect(first.copies.map(\.rulesSource) == [.file, .deployment])
            try await TestServer.run({ configuration in
                configuration.dataDirectory = target
                configuration.adminSecret = Self.secret
                configuration.rules = Self.rules
            }) { server in
                #expect(try await server.send("GET", "/a.json?ns=shop").body == "7")
                #expect(try await server.send("PUT", "/a.json?ns=shop", "1").status == 401)
                let etag = try await server.send("GET", "/.json", headers: ["X-Firebase-ETag: true"]).headers["etag"]
                #expect(etag == HostileDocument.all.hash)
            }
        }

        @Test("data of a directory are replaced only with --replace, and can be checked and served afterwards")
        func replace() async throws {
            let folder = try TestFolder()
            let path = folder.file("data")
            try await makeDirectory(path)
            let file = try folder.write(
                #"{"datasync":"backup","version":1,"namespace":"x","rules":null,"data":{"new":1}}"#, to: "b")
            let error = await #expect(throws: CommandError.self) {
                try await run(RestoreCommand.self, file, "--data", path)
            }
            #expect(error?.description.contains("has data") == true)
            #expect(error?.description.contains("--replace") == true)
            // The lock is released after the error.
            try await run(RestoreCommand.self, file, "--data", path, "--replace", "--data-only")
            let state = try await DataDirectory.open(path).use { try await $0.state(of: "default").state }
            #expect(state.data == (try Node(["new": 1])))
            #expect(state.rules.text == Self.rules)
            let report = try await DataDirectory.open(path).use { try await StoreReport($0) }
            #expect(report.damages.isEmpty)
            try await run(RestoreCommand.self, file, "--data", path, "--replace")
            try await TestServer.run({ $0.dataDirectory = path }) { server in
                let written = try await server.send("PUT", "/more.json", "2")
                #expect(written.status == 200)
                #expect(try await server.send("GET", "/.json").body == #"{"more":2,"new":1}"#)
            }
        }

        @Test("a directory is closed after every error, so that the next command can open it")
        func closed() async throws {
            let folder = try TestFolder()
            let path = folder.file("data")
            try await makeDirectory(path)
            for _ in 0..<3 {
                await #expect(throws: CommandError.self) {
                    try await run(BackupCommand.self, folder.file("b"), "--data", path, "--namespace", "none")
                }
                // It needs the directory for itself.
                try await run(NamespaceCreateCommand.self, "new", "--data", path)
            }
            try folder.make("empty")
            _ = try folder.write("", to: "empty/lock")
            await #expect(throws: CommandError.self) { try await DataDirectory.open(folder.file("empty")) }
            try await DataDirectory.open(folder.file("empty"), isWritable: true).close()
        }

        @Test("namespaces of a directory are listed, created and deleted as a server does it")
        func namespaces() async throws {
            let folder = try TestFolder()
            let path = folder.file("data")
            try await makeDirectory(path)
            try await run(NamespaceCreateCommand.self, "a b", "--data", path)
            #expect(try await output("namespace", "list", "--data", path).first?.text == #"["a b","default","shop"]"#)
            try await run(NamespaceDeleteCommand.self, "shop", "--yes", "--data", path)
            #expect(try await output("namespace", "list", "--data", path).first?.text == #"["a b","default"]"#)
            for name in ["shop", "none", ".namespaces", "a/b"] {
                await #expect(throws: CommandError.self) {
                    try await run(NamespaceDeleteCommand.self, name, "--yes", "--data", path)
                }
            }
            try await TestServer.run({ configuration in
                configuration.dataDirectory = path
                configuration.adminSecret = Self.secret
            }) { server in
                let owner = ["Authorization: Bearer \(Self.secret)"]
                let names = try await server.send("GET", "/.settings/namespaces.json", headers: owner)
                #expect(names.body == #"["a b","default"]"#)
                #expect(try await server.send("GET", "/a.json?ns=shop").status == 404)
            }
        }

        @Test("the options name one store at most, and the URL of a database is never shown")
        func options() async throws {
            #expect(throws: (any Error).self) { try CheckCommand.parse(["x", "--data", "y"]) }
            #expect(throws: (any Error).self) { try CheckCommand.parse(["x", "--database", "y"]) }
            #expect(throws: (any Error).self) { try BackupCommand.parse(["f", "--data", "y", "--database", "z"]) }
            #expect(throws: (any Error).self) { try BackupCommand.parse(["f", "--all"]) }
            #expect(throws: (any Error).self) { try RestoreCommand.parse(["f", "--replace"]) }
            #expect(throws: (any Error).self) { try RestoreCommand.parse(["f", "--data", "x", "--resume", "s"]) }
            let folder = try TestFolder()
            let file = try folder.write(" postgresql://u:secret@h/d\n", to: "url")
            #expect(try DatabaseOptions.url(file) == "postgresql://u:secret@h/d")
            #expect(try DatabaseOptions.url("postgres://h/d") == "postgres://h/d")
            #expect(try DatabaseOptions.url("env", in: ["DATASYNC_DATABASE": "u"]) == "u")
            for (source, text) in [("env", "DATASYNC_DATABASE"), ("u:secret@h/d", "begins with postgresql://")] {
                let error = #expect(throws: CommandError.self) { try DatabaseOptions.url(source, in: [:]) }
                #expect(error?.description.contains(text) == true)
                #expect(error?.description.contains("secret") == false)
            }
            let empty = try folder.write("\n", to: "empty")
            #expect(throws: CommandError.self) { try DatabaseOptions.url(empty) }
            #expect(DatabaseOptions.isMissing.description.contains("swift build --traits Postgres"))
            #if !Postgres
                for words in [["check", "--database", file], ["migrate-database", file]] {
                    let error = await #expect(throws: CommandError.self) {
                        var command = try DatasyncCommand.parseAsRoot(words)
                        if var command = command as? any AsyncParsableCommand {
                            try await command.run()
                        } else {
                            try command.run()
                        }
                    }
                    #expect(error?.description == DatabaseOptions.isMissing.description)
                }
            #endif
        }
    }
#endif
