#if Migrator
    import Testing

    @testable import DatasyncMigrator

    @Suite("The tool on the observe dialect") struct ObserveCommandTests {
        private let fixture: CommandFixture
        private let real: MigrationCommand.MakeRewriting = {
            Migrator(from: $0, to: $1, style: $2, seeing: $3).migration
        }

        private let removal = "import FirebaseDatabase\nfunc f(r: DatabaseReference) { r.removeValue() }\n"

        init() throws { fixture = try CommandFixture() }

        @Test("blockers are listed with their remedies, and no file is changed", arguments: ["", " --dry-run"])
        func blockers(_ option: String) throws {
            let store = "import FirebaseDatabase\nfunc f(ref: DatabaseReference) { ref.removeValue() }\n"
            let login = "import Foundation\nimport FirebaseAuth\nlet user = Auth.auth().currentUser\n"
            try fixture.write("Store.swift", store)
            try fixture.write("Login.swift", login)
            #expect(fixture.run("--from observe --to async .\(option)", real) == .left)
            #expect(try fixture.text("Store.swift") == store)
            #expect(try fixture.text("Login.swift") == login)
            let printed = fixture.output + fixture.errors
            let blocker = "Login.swift:2:8: import FirebaseAuth: blocks the rewriting of all files: sign in"
            #expect(printed.contains(blocker))
            #expect(printed.contains("Login.swift: 2 calls, 0 rewritten, 2 left"))
            #expect(printed.contains("2 files: 0 \(option.isEmpty ? "changed" : "would change")\n"))
            #expect(!printed.contains("+++"))
        }

        @Test("each product blocks, and a type of the module with its name does not")
        func products() {
            let uses = [
                "Auth.auth()", "Storage.storage()", "Firestore.firestore()", "Functions.functions()",
                "Messaging.messaging()", "RemoteConfig.remoteConfig()", "AppCheck.appCheck()",
            ]
            for use in uses {
                #expect(Blockers(seeing: [use]).sites(in: "import Firebase\n_ = \(use)").map(\.line) == [2])
            }
            let own = "struct Auth { static func auth() -> Auth { Auth() } }\nlet own = Auth.auth()"
            #expect(Blockers(seeing: [own]).sites(in: own).isEmpty)
            #expect(Blockers(seeing: []).sites(in: "import FirebaseFirestoreSwift").count == 1)
            #expect(Blockers(seeing: []).sites(in: "import FirebaseAnalytics\nlet auth = user.auth()").isEmpty)
        }

        @Test("files of other modules do not block")
        func seenFiles() throws {
            try fixture.write("App/a.swift", removal)
            try fixture.write("Core/b.swift", "import FirebaseAuth\n")
            #expect(fixture.run("--from observe --to callback --see Core App", real) == .done)
            #expect(try fixture.text("App/a.swift").contains("{ r.clear() }"))
        }

        @Test("a report and a list of calls name the dialect")
        func names() throws {
            try fixture.write("a.swift", removal)
            #expect(fixture.run("--from observe --check a.swift", real) == .left)
            #expect(fixture.output == "a.swift:2:34: warning: observe call removeValue\n")
            #expect(fixture.run("--from observe --to async --dry-run --report r.json a.swift", real) == .done)
            #expect(try fixture.text("r.json").contains("\"from\" : \"observe\""))
            try fixture.write("b.swift", "let number = 1\n")
            #expect(fixture.run("--from observe --to async b.swift", real) == .done)
            #expect(fixture.output.contains("no calls of the observe dialect"))
        }

        @Test("the types of other files of the module are recognised")
        func otherFiles() throws {
            try fixture.write(
                "a.swift", "import FirebaseDatabase\nstruct Store { let users = Database.database().reference() }\n")
            try fixture.write("b.swift", "import FirebaseDatabase\nfunc f(s: Store) { s.users.removeAllObservers() }\n")
            try fixture.write("c.swift", "func g(s: Store) { s.users.child(\"a\").setValue(1) }\n")
            #expect(fixture.run("--from observe --to async .", real) == .done)
            #expect(try fixture.text("b.swift").contains("s.users.unsubscribeAllWindows()"))
            #expect(try fixture.text("c.swift").contains("s.users.at(\"a\").promise.set(.raw, 1)"))
        }

        @Test("a second run rewrites what it can decide then", arguments: MigrationTarget.allCases)
        func resumes(_ target: MigrationTarget) throws {
            try fixture.write(
                "a.swift",
                """
                import Core
                import FirebaseDatabase
                func f(ref: DatabaseReference, other: Other) {
                    ref.removeValue()
                    other.users.setValue(1)
                    print(ref.url)
                }

                """)
            #expect(fixture.run("--from observe --to \(target) a.swift", real) == .left)
            let first = try fixture.text("a.swift")
            #expect(first.contains("    // MIGRATE: setValue: the type of `other.users` is not known here"))
            #expect(first.contains("    // MIGRATE: url: there is no such property"))
            #expect(fixture.run("--from observe --to \(target) a.swift", real) == .left)
            #expect(try fixture.text("a.swift") == first)
            let reference = target == .async ? "DatasyncNode" : "Webcom.ServerlessDbNode"
            try fixture.write("a.swift", first + "struct Other { let users: \(reference) }\n")
            #expect(fixture.run("--from observe --to \(target) a.swift", real) == .left)
            let second = try fixture.text("a.swift")
            #expect(second.contains("    other.users.\(target == .async ? "promise.set(.raw, 1)" : "set(1)")\n"))
            #expect(!second.contains("// MIGRATE: setValue"))
            #expect(second.contains("// MIGRATE: url") && second.contains("print(ref.url)"))
        }

        @Test("a file with an obstacle stays as it is, with notes that do not accumulate")
        func obstacle() throws {
            let text = """
                import FirebaseDatabase
                struct Webcom {}
                func f(r: DatabaseReference) {
                    r.removeValue()
                }

                """
            try fixture.write("a.swift", text)
            #expect(fixture.run("--from observe --to async a.swift", real) == .left)
            let first = try fixture.text("a.swift")
            #expect(first.replacing(/\/\/ MIGRATE: .*\n/, with: "") == text)
            #expect(first.hasPrefix("// MIGRATE: a type is called Webcom"))
            #expect(fixture.run("--from observe --to async a.swift", real) == .left)
            #expect(try fixture.text("a.swift") == first)
        }
    }
#endif
