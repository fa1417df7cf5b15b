#if Migrator
    import Testing

    @testable import DatasyncMigrator

    @Suite("Children by a key, and children by a path") struct ChildKeyTests {
        /// The declarations that the arguments of the rows use.
        private static let head = """
            import DatasyncLegacy
            enum Nodes { static let users = "users", friends = "users/friends"; static func chats(_ id: String) -> String { id } }
            enum Paths { static func day(_ number: Int) -> String { number.description } }
            struct Room { let key: String, path: String; var route: String { "rooms/\\(key)" } }
            func lobby(_ id: String) -> String { "rooms/" + id }
            enum Step { case open(String) }
            struct Seat { let row: String; init(_ row: String) { self.row = row } }
            struct Table { let place: String }
            func given() { other("a/b"); run(Step.open("a/b")); _ = (Seat("a/b"), Table(place: "a/b")) }
            func other(_ passed: String) {}
            func run(_ step: Step) { if case .open(let opened) = step { _ = opened } }
            func f(
                ref: Webcom, id: String, path: String, folderPath: String, rooms: [Room], indexPath: [Int], names: [String],
                passed: String, opened: String, row: String, table: Table
            ) {
                let spot = "users/\\(id)"
                let user = "users"
                var late = ""
                late = "users/\\(id)"
            """

        private func migration(_ statement: String, to target: MigrationTarget) throws -> Migration {
            let source = "\(Self.head)\n\(statement)\n}\n"
            return try Migrator(to: target, seeing: [source]).migration(of: source)
        }

        private static func name(_ target: MigrationTarget) -> String { target == .async ? "at" : "relativeNode" }

        private static func advice(_ target: MigrationTarget) -> String {
            "check that the value is exactly one key; if it can be a path such as a/b, write \(name(target))(…) "
                + "instead of child(key:)"
        }

        @Test(
            "a value that may be a key from data is a key, and each such call is reported",
            arguments: [
                "id", "rooms[0].key", #""\(id)""#, #""user-\(id)""#, #"id + "-copy""#, "names[0]", "names.first!",
                "id.lowercased()", #"names.first ?? """#, "rooms[indexPath[0]].key", "Nodes.chats(id)",
                #"id.isEmpty ? "none" : id"#, #"String(format: "m%04d", 1)"#,
            ], MigrationTarget.allCases)
        func key(_ argument: String, _ target: MigrationTarget) throws {
            let migration = try migration("    _ = ref.child(\(argument))", to: target)
            #expect(migration.text.contains("ref.child(key: \(argument))\n"), "\(migration.text)")
            let line = Self.head.split(separator: "\n").count + 1
            #expect(
                migration.sites == [
                    Migration.Site(
                        line: line, column: 13, name: "child", outcome: .rewritten, advice: Self.advice(target))
                ])
        }

        @Test(
            "a value that shows a path, and a literal, are a path as before",
            arguments: [
                #""a""#, #""a/b""#, #""..""#, "path", "folderPath", "rooms[0].path", "ref.path", #""\(id)/name""#,
                #"id + "/name""#, #"names.joined(separator: "/")"#, #""\(folderPath)""#, "Nodes.friends",
                #""\(Nodes.friends)-\(id)""#, "Paths.day(1)", "spot", "late", "rooms[0].route", "lobby(id)", "passed",
                "opened", "row", "table.place",
                #"id.isEmpty ? "a/b" : id"#, "String(path.dropFirst())", "(path)",
            ], MigrationTarget.allCases)
        func path(_ argument: String, _ target: MigrationTarget) throws {
            let migration = try migration("    _ = ref.child(\(argument))", to: target)
            #expect(migration.text.contains("ref.\(Self.name(target))(\(argument))\n"), "\(migration.text)")
            #expect(migration.sites.allSatisfy { $0.outcome == .rewritten && $0.advice == nil })
        }

        @Test("a constant that is one key is known, so that it needs no check", arguments: MigrationTarget.allCases)
        func constant(_ target: MigrationTarget) throws {
            for argument in ["Nodes.users", "user", #""\(user)""#] {
                let migration = try migration("    _ = ref.child(\(argument))", to: target)
                #expect(migration.text.contains("ref.child(key: \(argument))\n"), "\(migration.text)")
                #expect(migration.sites.allSatisfy { $0.outcome == .rewritten && $0.advice == nil })
            }
        }

        @Test(
            "child(key:) stays, applied or not, and a second run changes nothing", arguments: MigrationTarget.allCases)
        func labelled(_ target: MigrationTarget) throws {
            let statement = """
                    ref.child(key: path).remove()
                    _ = names.map(ref.child(key:))
                    _ = names.map { ref.child($0) }
                    let make = Webcom.child(key:)
                    _ = make(ref)(id)
                    rooms[0].unknown.update(["a": ref.child(id)])
                """
            let migration = try migration(statement, to: target)
            let text = migration.text
            #expect(text.contains("ref.child(key: path)") && text.contains("names.map(ref.child(key:))"), "\(text)")
            #expect(text.contains("names.map { ref.child(key: $0) }"))
            #expect(text.contains("{ (key: String) in node.child(key: key) }"))
            #expect(migration.sites.compactMap(\.advice).count == 2)
            #expect(try Migrator(to: target, seeing: [text]).migration(of: text).text == text)
        }

        @Test("the summary, the report, the page and the explanation name each place")
        func reports() throws {
            let fixture = try CommandFixture()
            try fixture.write(
                "a.swift",
                "import DatasyncLegacy\nfunc f(r: Webcom, id: String) {\n    r.child(id).child(id).remove()\n}\n")
            func run(_ line: String) -> ExitCode {
                fixture.run("--from legacy --to async \(line)") { _, target, style, sources in
                    Migrator(to: target, style: style, seeing: sources).migration
                }
            }
            let advice = Self.advice(.async)
            #expect(run("--dry-run --report r.json --html p.html a.swift") == .done)
            #expect(
                fixture.errors == """
                    a.swift: 3 calls, 3 rewritten, 0 left

                    a.swift:3:7: child: \(advice)
                    a.swift:3:17: child: \(advice)

                    1 file: 1 would change
                    3 calls: 3 rewritten (100 %), 0 left, 2 to check

                    """)
            #expect(try fixture.text("r.json").matches(of: /"advice" : "check that/).count == 2)
            #expect(try fixture.text("p.html").matches(of: /<b>child<\/b>: check that/).count == 2)
            #expect(run("--explain a.swift:3 a.swift") == .done)
            #expect(fixture.output.contains("  column 7, child: is rewritten\n    remedy: \(advice)\n"))
        }

        @Test(
            "of the observe dialect, child is a key, and reference(withPath:) is a path",
            arguments: MigrationTarget.allCases)
        func observe(_ target: MigrationTarget) throws {
            let source = """
                import FirebaseDatabase
                func f(ref: DatabaseReference, id: String) {
                    ref.child(id).setValue(["a": id])
                    Database.database().reference(withPath: id).removeValue()
                }

                """
            let migration = try Migrator(from: .observe, to: target, seeing: [source]).migration(of: source)
            #expect(migration.text.contains("ref.child(key: id)."), "\(migration.text)")
            #expect(migration.text.contains(".\(Self.name(target))(id)."), "\(migration.text)")
            let advised = migration.sites.filter { $0.advice == Self.advice(target) }
            #expect(advised.map(\.line) == [3] && advised.map(\.column) == [9] && migration.leftNames.isEmpty)
        }
    }
#endif
