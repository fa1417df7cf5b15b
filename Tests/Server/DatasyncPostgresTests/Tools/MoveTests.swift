#if Postgres
    import ArgumentParser
    import DatasyncBackend
    import DatasyncLog
    import DatasyncServer
    import DatasyncTree
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncPostgres
    @testable import datasync

    @Suite("Moving data into a database and back")
    struct MoveTests {
        let database: TestDatabase
        let files: TestFiles

        init() throws {
            database = try TestDatabase()
            files = try TestFiles(database)
        }

        private func run<Command: AsyncParsableCommand>(_ type: Command.Type, _ arguments: String...) async throws {
            var command = try type.parse(arguments)
            try await command.run()
        }

        private func copy(_ name: String, _ data: Node, _ rules: String = "null") -> NamespaceCopy {
            NamespaceCopy(namespace: name, rules: rules, data: data)
        }

        private func write(_ copies: [NamespaceCopy], to name: String) throws {
            try File.write(BackupDocument(copies).json(time: "").text, to: files[name])
        }

        /// Two namespaces, of which the first one has more than two pieces of a snapshot.
        private var copies: [NamespaceCopy] {
            get throws {
                var random = SeededGenerator(salt: 37_063)
                let texts = (0..<30).map { index in
                    let text = String((0..<50_000).map { _ in "abcdefgh".randomElement(using: &random) ?? "a" })
                    return (Key(unchecked: "k\(index)"), Node.string(text).withPriority(.number(Double(index))))
                }
                var large = copy("large é", Node(Children(texts)), #"{"rules":{".read":true /* all */}}"#)
                large.rulesSource = .file
                var limits = Limits()
                limits.children = 77
                large.limits = limits
                return [large, copy("small", .number(7))]
            }
        }

        @Test(
            "[postgres 62] data, rules and limits are moved from a directory into a database and back with one SHA-256")
        func move() async throws {
            let copies = try copies
            try write(copies, to: "first")
            func digests(_ arguments: String...) async throws -> [String?] {
                try await TestFiles.output(arguments).map { $0["sha256"]?.string }
            }
            let expected = copies.map(\.digest)
            #expect(try await digests("restore", files["first"], "--all", "--data", files["one"]) == expected)
            #expect(try await digests("backup", files["second"], "--all", "--data", files["one"]) == expected)
            #expect(try await digests("restore", files["second"], "--all", "--database", files.url) == expected)
            #expect(try await digests("backup", files["third"], "--all", "--database", files.url) == expected)
            #expect(try await digests("restore", files["third"], "--all", "--data", files["two"]) == expected)
            #expect(try await digests("backup", files["fourth"], "--all", "--data", files["two"]) == expected)
            for name in ["second", "third", "fourth"] {
                let found = try files.copies(name)
                #expect(found.map(\.namespace) == ["large é", "small"])
                #expect(found.map(\.rules) == copies.map(\.rules))
                #expect(found.map(\.rulesSource) == [.file, .program])
                #expect(found.map(\.limits) == [copies[0].limits, Limits()])
                #expect(found.map(\.data) == copies.map(\.data))
            }
            let report = try await DataTables.open(database.url).use { try await StoreReport($0) }
            #expect(report.damages.isEmpty, "\(report.damages)")
            #expect(try database.integer("SELECT count(*) FROM datasync_snapshot WHERE piece >= 0") ?? 0 >= 4)
        }

        @Test(
            "[postgres 63] a namespace with data is replaced only with --replace; repeating a restore changes nothing")
        func replace() async throws {
            try write([copy("shop", .number(1))], to: "first")
            try write([copy("shop", .number(2))], to: "second")
            func restore(_ name: String, _ more: String...) async throws {
                let command = try RestoreCommand.parse(
                    [files[name], "--database", files.url, "--namespace", "shop"] + more)
                try await command.run()
            }
            try await restore("first")
            let head = "SELECT number * 100 + incarnation FROM datasync_namespace WHERE name = 'shop'"
            let first = try database.integer(head)
            try await restore("first")
            #expect(try database.integer(head) == first)
            let error = await #expect(throws: CommandError.self) { try await restore("second") }
            #expect(error?.description.contains("has data") == true && error?.description.contains("--replace") == true)
            #expect(try database.integer(head) == first)
            try await restore("second", "--replace")
            #expect(try await TestNamespace(database).data() == .number(2))
            #expect(try database.integer(head) != first)
        }

        @Test(
            "[postgres 63] followers of a replaced namespace must reload, and read the new state",
            arguments: [false, true])
        func reload(hasRecords: Bool) async throws {
            let shop = try TestNamespace(database)
            if hasRecords { try await shop.write(1...3) }
            let log = try await PostgresLog.open(database.url)
            let follower = TestFollower(log, shop.name)
            try await follower.wait(for: hasRecords ? 3 : 0)
            let tables = try await PostgresTables(database.url)
            let head = try await tables.heads().first
            let expected = LogPosition(incarnation: head?.incarnation ?? 0, number: head?.last ?? 0)
            let state = DatabaseState(data: .number(5))
            let position = try await tables.replace(
                shop.name, at: expected, mark: .mark(run: 7), with: state.snapshotBody)
            try await follower.waitForReload()
            #expect(position.incarnation > expected.incarnation)
            let snapshot = try #require(try await log.latestSnapshot(of: shop.name))
            #expect(snapshot.position == position)
            #expect(try await DatabaseState(snapshot).data == .number(5))
            // The log goes on after it.
            let next = TestFollower(log, shop.name, after: position)
            log.append("next", to: shop.name)
            try await next.wait(for: 1)
            #expect(next.records.first?.position.number == position.number + 1)
            #expect(!next.mustReload)
            await log.close()
        }

        private struct BodyFailure: Error {}

        @Test("[postgres 63] a restore that fails, or finds another position, changes nothing")
        func failure() async throws {
            let shop = try TestNamespace(database)
            try await shop.write(1...2)
            let tables = try await PostgresTables(database.url)
            let body = DatabaseState(data: .number(5)).snapshotBody
            let counts = """
                SELECT (SELECT count(*) FROM datasync_log) * 100 + (SELECT count(*) FROM datasync_snapshot) * 10
                  + (SELECT count(*) FROM datasync_namespace)
                """
            for (name, number) in [(shop.name, UInt64(1)), (shop.name, 0), (try LogNamespace("new"), 3)] {
                let error = await #expect(throws: LogError.self) {
                    try await tables.replace(
                        name, at: LogPosition(incarnation: 1, number: number), mark: .mark(run: 7), with: body)
                }
                #expect(error?.code == .invalidPosition)
                #expect(try database.integer(counts) == 201)
            }
            let failing = SnapshotBody { { throw BodyFailure() } }
            await #expect(throws: BodyFailure.self) {
                try await tables.replace(
                    shop.name, at: LogPosition(incarnation: 1, number: 2), mark: .mark(run: 7), with: failing)
            }
            #expect(try database.integer(counts) == 201)
            #expect(try await shop.data()?.isNull == false)
        }

        @Test("[postgres 64] namespaces of a database are listed, created and deleted, also while servers use it")
        func namespaces() async throws {
            func names() async throws -> [String] {
                try await StoredNames(try await DataTables.open(database.url)).names().map(\.name)
            }
            let own = try LogNamespace(".namespaces")
            let log = try await PostgresLog.open(database.url)
            let server = TestFollower(log, own)
            try await run(NamespaceCreateCommand.self, "a b", "--database", files.url)
            try await server.wait(for: 1)
            try await run(NamespaceCreateCommand.self, "a b", "--database", files.url)
            try await TestNamespace(database).write(1...2)
            #expect(try await names() == ["a b", "shop"])
            for name in ["a b", "shop"] {
                try await run(NamespaceDeleteCommand.self, name, "--yes", "--database", files.url)
            }
            try await server.wait(for: 2)
            #expect(server.records.count == 2)
            #expect(try await names() == [])
            #expect(try await TestNamespace(database).data() == .null)
            await #expect(throws: CommandError.self) {
                try await run(NamespaceDeleteCommand.self, "shop", "--yes", "--database", files.url)
            }
            await log.close()
        }

        @Test("[postgres 65] migrate-database creates the tables, and takes the URL from a file or a variable")
        func migrate() async throws {
            let empty = try TestDatabase(isEmpty: true)
            let files = try TestFiles(empty)
            let early = await #expect(throws: CommandError.self) {
                try await run(CheckCommand.self, "--database", files.url)
            }
            #expect(early?.description.contains("datasync migrate-database") == true)
            let result = try #require(try await TestFiles.output(["migrate-database", files.url]).first)
            #expect(result["previousVersion"]?.integer == 0)
            #expect(result["version"]?.integer == Int(DatabaseSchema.version))
            try await run(CheckCommand.self, "--database", files.url)
            // The variable names the server of the tests, whose database has no tables.
            let command = try MigrateDatabaseCommand.parse([])
            #expect(command.source == "env" && command.level == 1)
        }

        @Test("[postgres 65] the password of the URL is in no error of a command")
        func password() async throws {
            let url = database.url.replacing("datasync@", with: "datasync:secret%20word@")
            let wrong = [
                url.replacing("datasync:", with: "nobody:"), url + "x",
                url.replacing("postgresql://", with: "postgresql:"),
                url.replacing("%20", with: "/"), "postgresql://datasync:secret@word@127.0.0.1:1/x",
            ]
            for url in wrong {
                for arguments in [["check", "--database", url], ["migrate-database", url]] {
                    let error = await #expect(throws: CommandError.self) {
                        var command = try DatasyncCommand.parseAsRoot(arguments)
                        if var command = command as? any AsyncParsableCommand {
                            try await command.run()
                        } else {
                            try command.run()
                        }
                    }
                    #expect(error?.description.contains("secret") == false, "\(error?.description ?? "")")
                    #expect(error?.description.contains("word@") == false)
                }
            }
        }
    }
#endif
