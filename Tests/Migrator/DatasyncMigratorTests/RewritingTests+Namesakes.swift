#if Migrator
    import Testing

    @testable import DatasyncMigrator

    extension RewritingTests {
        private func rewritten(_ source: String) throws -> Migration {
            let source = "import DatasyncLegacy\n" + source
            return try Migrator(to: .async, seeing: [source]).migration(of: source)
        }

        @Test("a declared type called Webcom stays next to the types of the async dialect")
        func ownType() throws {
            let migration = try rewritten(
                """
                enum Webcom { case first; static func child(_ n: String) -> String { n }; struct Part { let n = 1 } }
                let root = DatasyncLegacy.Webcom("app")
                func f(r: DatasyncLegacy.Webcom, done: @escaping DatasyncLegacy.Webcom.MainCompletion, part: Webcom.Part) {
                    r.set(Webcom.child("a"), done); root.child("b").remove()
                }

                """)
            #expect(
                migration.text.hasSuffix(
                    """
                    let root = DatasyncNode.root(of: "app")
                    func f(r: DatasyncNode, done: @escaping DatasyncNode.MainCompletion, part: Webcom.Part) {
                        r.promise.set(.raw, Webcom.child("a")).completed(done); root.at("b").promise.clear()
                    }

                    """))
            #expect(migration.leftNames.isEmpty)
        }

        @Test("aliases of the old types by their own names become aliases of the new types")
        func ownAliases() throws {
            let migration = try rewritten(
                "typealias Webcom = DatasyncLegacy.Webcom\nfunc f(r: Webcom) { r.child(\"a\").remove() }\n")
            #expect(
                migration.text.hasSuffix(
                    "typealias Webcom = DatasyncNode\nfunc f(r: DatasyncNode) { r.at(\"a\").promise.clear() }\n"))
        }

        @Test(
            "a file stays as it is if a name in it would have two meanings",
            arguments: [
                (
                    "enum Webcom {}\nlet t = DatasyncLegacy.Webcom.ServerValue.TIMESTAMP\n",
                    "Webcom.ServerValue.TIMESTAMP"
                ),
                ("typealias Webcom = DatasyncLegacy.Webcom\nlet t = Webcom.ServerValue.TIMESTAMP\n", "TIMESTAMP"),
                ("typealias Webcom = Int\nlet r = DatasyncLegacy.Webcom(\"a\")\n", "an alias is called Webcom"),
                ("struct Room { enum Webcom {} }\nlet r = Webcom(\"a\")\n", "a type is called Webcom"),
                (
                    "enum Webcom {}\nextension DatasyncLegacy.Webcom { func a() { remove() } }\n",
                    "a declared type is called Webcom too"
                ),
            ])
        func ambiguous(source: String, reason: String) throws {
            let migration = try rewritten(source)
            #expect(migration.isGivenUp)
            #expect(migration.text.replacing(/[ ]*\/\/ MIGRATE: .*\n/, with: "") == "import DatasyncLegacy\n" + source)
            #expect(migration.text.contains(reason))
        }

        private static let descending =
            "extension Webcom { mutating func descend(_ to: String) { print(to); self = child(to) } }\n"

        @Test("a mutating function that assigns self at its end returns the new node")
        func mutating() throws {
            let migration = try rewritten(
                Self.descending
                    + "struct Room { var r: Webcom; mutating func go() { self.r.descend(\"a\"); r.descend(\"b\") } }\n")
            #expect(
                migration.text.hasSuffix(
                    """
                    extension DatasyncNode { func descend(_ to: String) -> DatasyncNode { print(to); return child(key: to) } }
                    struct Room { var r: DatasyncNode; mutating func go() { self.r = self.r.descend("a"); r = r.descend("b") } }

                    """))
            #expect(migration.leftNames.isEmpty)
        }

        @Test(
            "a file stays as it is if a mutating function or a call of it has another form",
            arguments: [
                descending + "func f(r: [Webcom]) { var r = r; r[0].descend(\"a\") }\n",
                descending + "extension Webcom { mutating func twice() { descend(\"a\"); self = child(\"b\") } }\n",
                descending + "func f() { var r = make(); r.descend(\"a\") }\n",
                "extension Webcom { mutating func a() { self = child(\"a\"); print(path) } }\n",
                "extension Webcom { mutating func a(b: Bool) { if b { return }; self = child(\"a\") } }\n",
                "extension Webcom { mutating func a() -> Int { self = child(\"a\"); return 1 } }\n",
            ])
        func notMoved(source: String) throws {
            let migration = try rewritten(source)
            #expect(migration.isGivenUp && migration.text.contains("// MIGRATE: the "))
            #expect(migration.text.replacing(/[ ]*\/\/ MIGRATE: .*\n/, with: "") == "import DatasyncLegacy\n" + source)
        }
    }
#endif
