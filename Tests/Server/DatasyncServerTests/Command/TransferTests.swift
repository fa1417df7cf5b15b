#if Server
    import ArgumentParser
    import DatasyncTree
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncServer
    @testable import datasync

    @Suite("Documents and copies by command", .timeLimit(.minutes(30)))
    struct TransferTests {
        private static let secret = "0123456789abcdef"

        private func hash(_ server: TestServer, _ path: String) async throws -> String? {
            try await server.send("GET", "\(path).json", headers: ["X-Firebase-ETag: true"]).headers["etag"]
        }

        @Test("a document that is imported in chunks and exported has the same hash")
        func roundTrip() async throws {
            let folder = try TestFolder()
            var random = SeededGenerator(salt: 9_072)
            var documents = [HostileDocument.all, HostileDocument.deep, HostileDocument.wide]
            for _ in 0..<10 { documents.append(try HostileDocument.random(&random)) }
            try await TestServer.run { server in
                for document in documents {
                    let file = try folder.write(document.exportJSON.text, to: "in.json")
                    for limit in ["200", "1000000"] {
                        try await server.run(ImportCommand.self, "/x", file, "--chunk-bytes", limit)
                        let present = document.isNull ? "null_etag" : document.hash
                        #expect(try await hash(server, "/x") == present, "\(Seed.note)")
                        try await server.run(ExportCommand.self, "/x", "--output", folder.file("out.json"))
                        #expect(try Node(try JSONParser.parse(folder.text("out.json"))) == document, "\(Seed.note)")
                    }
                }
            }
        }

        @Test("empty arrays and objects are no data, and an import replaces the earlier value")
        func replacement() async throws {
            let folder = try TestFolder()
            let file = try folder.write(#"{"a":[],"b":{},"c":{"d":[{}]},"e":[1,null,2]}"#, to: "in.json")
            try await TestServer.run { server in
                for limit in ["1", "1000"] {
                    try await server.send("PUT", "/x.json", #"{"old":1,"e":{"7":7}}"#)
                    try await server.run(ImportCommand.self, "/x", file, "--chunk-bytes", limit)
                    #expect(try await server.send("GET", "/x.json").body == #"{"e":[1,null,2]}"#)
                }
            }
        }

        @Test("a document above a limit is refused before the earlier value is removed")
        func limits() async throws {
            let folder = try TestFolder()
            let text = String(repeating: "x", count: (10 << 20) + 1)
            let string = try folder.write(
                #"{"a":"\#(String(repeating: "a", count: 2_000))","b":"\#(text)"}"#, to: "string.json")
            let children = (0...50_000).map { #""k\#($0)":1"# }.joined(separator: ",")
            let wide = try folder.write("{\(children)}", to: "wide.json")
            try await TestServer.run { server in
                try await server.send("PUT", "/x.json", "1")
                for file in [string, wide] {
                    let error = await #expect(throws: CommandError.self) {
                        try await server.run(ImportCommand.self, "/x", file, "--chunk-bytes", "1000")
                    }
                    #expect(error?.description.hasSuffix("Nothing was written.") == true, "\(error?.description ?? "")")
                    #expect(try await server.send("GET", "/x.json").body == "1")
                }
            }
        }

        @Test("exports and backups can be read by their owner only, even in place of a file that others could read")
        func modes() async throws {
            let folder = try TestFolder()
            try await TestServer.run({ $0.adminSecret = Self.secret }) { server in
                for name in ["export.json", "default.backup"] {
                    let file = try folder.write("earlier", to: name)
                    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
                    if name == "export.json" {
                        try await server.run(ExportCommand.self, "/", "--output", file)
                    } else {
                        try await server.run(BackupCommand.self, file, "--token", Self.secret)
                    }
                    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                    #expect(mode == 0o600)
                    #expect(try folder.text(name) != "earlier")
                }
            }
        }

        @Test("a byte order mark at the start of a file or of a body is skipped")
        func byteOrderMark() async throws {
            let folder = try TestFolder()
            try await TestServer.run { server in
                for (number, document) in [#"{"a":1}"#, "1", #""t""#].enumerated() {
                    let file = try folder.write("\u{FEFF}" + document, to: "in.json")
                    try await server.run(ImportCommand.self, "/file/\(number)", file)
                    #expect(try await server.send("GET", "/file/\(number).json").body == document)
                    #expect(try await server.send("PUT", "/body/\(number).json", "\u{FEFF}" + document).status == 200)
                    #expect(try await server.send("GET", "/body/\(number).json").body == document)
                }
                #expect(try await server.send("PUT", "/body.json", "\u{FEFF}\u{FEFF}1").status == 400)
            }
        }

        @Test("a node above the limit of a read is exported child by child")
        func largeNode() async throws {
            let folder = try TestFolder()
            try await TestServer.run({ $0.adminSecret = Self.secret }) { server in
                let text = String(repeating: "x", count: 4 << 20)
                for name in ["a", "a%20b", "%C3%A9"] {
                    let body = #"{"n":{".value":1,".priority":2},"t":"\#(text)"}"#
                    #expect(try await server.send("PUT", "/x/\(name).json", body).status == 200)
                }
                #expect(try await server.send("PUT", "/x/.priority.json", "5").status == 200)
                #expect(try await server.send("GET", "/x.json").status == 413)
                #expect(try await server.send("GET", "/x.json?shallow=true").body == #"{"a":true,"a b":true,"é":true}"#)
                #expect(try await server.send("GET", "/x/.priority.json").body == "5")
                try await server.run(ExportCommand.self, "/", "--output", folder.file("out.json"))
                let exported = try Node(try JSONParser.parse(folder.text("out.json")))
                #expect(!folder.has("out.json.part"))
                let part = try Node(["n": [".value": 1, ".priority": 2], "t": .string(text)])
                let children = ["a", "a b", "é"].map { (Key(unchecked: $0), part) }
                #expect(exported[Path([Key(unchecked: "x")])] == Node(Children(children)).withPriority(.number(5)))
                let error = await #expect(throws: CommandError.self) {
                    try await server.run(BackupCommand.self, folder.file("b"), "--token", Self.secret)
                }
                #expect(error?.description.contains("--data DIRECTORY") == true)
                try await server.run(ImportCommand.self, "/copy", folder.file("out.json"))
                #expect(try await hash(server, "/copy/x/a") == part.hash)
            }
        }

        @Test("a failed export leaves no file")
        func failedExport() async throws {
            let folder = try TestFolder()
            try await TestServer.run({ $0.rules = #"{"rules":{"a":{".read":true}}}"# }) { server in
                await #expect(throws: CommandError.self) {
                    try await server.run(ExportCommand.self, "/b", "--output", folder.file("out.json"))
                }
                #expect(!folder.has("out.json") && !folder.has("out.json.part"))
                await #expect(throws: CommandError.self) {
                    try await server.run(ExportCommand.self, "/a", "--output", folder.file("none/out.json"))
                }
            }
        }

        @Test("an interrupted import continues at the first chunk that was not acknowledged")
        func resumption() async throws {
            let folder = try TestFolder()
            let file = try folder.write(#"{"a":1,"b":2,"c":3}"#, to: "in.json")
            let state = folder.file("state")
            // The rules refuse the child b until they are replaced.
            let rules = #"{"rules":{"x":{".read":true,".write":true,"b":{".validate":"false"}}}}"#
            try await TestServer.run({ configuration in
                configuration.rules = rules
                configuration.adminSecret = Self.secret
            }) { server in
                func run() async throws {
                    try await server.run(ImportCommand.self, "/x", file, "--chunk-bytes", "1", "--resume", state)
                }
                let error = await #expect(throws: CommandError.self) { try await run() }
                #expect(error?.description.contains("1 of 3 chunks are written, and the import is not atomic") == true)
                #expect(try JSONParser.parse(folder.text("state"))["acknowledged"]?.integer == 1)
                // A mark on the acknowledged part shows that it is not written again.
                try await server.send("PUT", "/x/a.json", "9")
                let owner = ["Authorization: Bearer \(Self.secret)"]
                try await server.send(
                    "PUT", "/.settings/rules.json", #"{"rules":{".read":true,".write":true}}"#, headers: owner)
                try await run()
                #expect(try await server.send("GET", "/x.json").body == #"{"a":9,"b":2,"c":3}"#)
                #expect(!folder.has("state"))
            }
        }

        @Test("a backup is restored with data, priorities and rules")
        func backup() async throws {
            let folder = try TestFolder()
            let document = HostileDocument.all.setting(HostileDocument.wide, for: Key(unchecked: "wide"))
            let rules = #"{"rules":{".read":true,".write":"auth != null"}}"#
            try await TestServer.run({ $0.adminSecret = Self.secret }) { server in
                let owner = ["Authorization: Bearer \(Self.secret)"]
                try await server.send("PUT", "/.json", document.exportJSON.text)
                try await server.send("PUT", "/.settings/rules.json", rules, headers: owner)
                try await server.run(BackupCommand.self, folder.file("b"), "--token", Self.secret)
            }
            try await TestServer.run({ $0.adminSecret = Self.secret }) { server in
                try await server.send("PUT", "/old.json", "1")
                try await server.run(RestoreCommand.self, folder.file("b"), "--token", Self.secret)
                #expect(try await hash(server, "/") == document.hash)
                #expect(try await server.send("PUT", "/old.json", "1").status == 401)
            }
            try await TestServer.run { server in
                try await server.run(RestoreCommand.self, folder.file("b"), "--data-only")
                #expect(try await hash(server, "/") == document.hash)
                #expect(try await server.send("PUT", "/old.json", "1").status == 200)
            }
        }

        @Test(
            "a file that is not an intact backup is an error with the remedy",
            arguments: [
                ("{}", "datasync import"), (#"{"datasync":"backup","version":3,"rules":null,"data":1}"#, "version 3"),
                (#"{"datasync":"backup","version":1,"rules":null,"data":1,"hash":"x"}"#, "hash differs"),
                (#"{"datasync":"backup","version":2,"rules":null,"data":1}"#, "not a backup"),
                (#"{"datasync":"backup","version":2,"namespaces":[{"data":1}]}"#, "not a backup"),
                (
                    #"{"datasync":"backup","version":2,"namespaces":[{"rules":null,"data":1,"sha256":"x"}]}"#,
                    "hash differs"
                ),
                (#"{"datasync":"backup","version":2,"namespaces":[{"rules":null,"data":1,"limits":{}}]}"#, "children"),
                (#"{"datasync":"backup","version":1,"rules":null,"data":{"a.b":1}}"#, "not valid"),
            ])
        func wrongBackup(text: String, problem: String) throws {
            let error = #expect(throws: CommandError.self) {
                try BackupDocument(try JSONParser.parse(text), file: "b")
            }
            #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        }

        @Test(
            "a document that cannot be imported is an error that names the file",
            arguments: [("{", "line 1"), (#"{"a":{".sv":"timestamp"}}"#, "server value"), (#"{"a.b":1}"#, "a.b")])
        func wrongDocument(text: String, problem: String) async throws {
            let folder = try TestFolder()
            let file = try folder.write(text, to: "in.json")
            let command = try ImportCommand.parse(["/x", file, "--url", "http://127.0.0.1:1"])
            let error = await #expect(throws: CommandError.self) { try await command.run() }
            #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains(file) == true)
            #expect(throws: (any Error).self) { try ImportCommand.parse(["/x", file, "--chunk-bytes", "0"]) }
        }
    }
#endif
