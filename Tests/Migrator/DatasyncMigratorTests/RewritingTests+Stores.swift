#if Migrator
    import Testing

    @testable import DatasyncMigrator

    extension RewritingTests {
        @Test(
            "a protocol to which snapshots conform keeps its names; the extension fulfils it",
            arguments: MigrationTarget.allCases)
        func witnesses(_ target: MigrationTarget) throws {
            let source = """
                import DatasyncLegacy
                protocol Named { func name() -> String? }
                protocol Card: Named { func val() -> Any?; func hasChildren() -> Bool }
                extension DataSnapshot: Card {}
                struct Canned: Card {
                    func name() -> String? { "canned" }
                    func val() -> Any? { 1 }
                    func hasChildren() -> Bool { false }
                }
                func f(card: any Card, ref: Webcom) {
                    print(card.name() ?? "", card.val() ?? "", card.hasChildren())
                    ref.once("value") { snapshot, _ in f(card: snapshot, ref: ref) }
                    f(card: Canned(), ref: ref)
                }

                """
            let migration = try Migrator(to: target, seeing: [source]).migration(of: source)
            #expect(migration.leftNames.isEmpty)
            #expect(migration.text.contains("    func hasChildren() -> Bool { childCount > 0 }\n"))
            #expect(migration.text.contains("print(card.name() ?? \"\", card.val() ?? \"\", card.hasChildren())"))
            let compiler = try Compiler()
            defer { compiler.clean() }
            let answer = try compiler.check(migration.text, named: "Witnesses")
            #expect(answer.isGood, "\(answer.text.prefix(2000))")
        }

        @Test("a protocol that requires snapshots of a snapshot keeps its file, with one note")
        func fixedWitness() throws {
            let source = """
                import DatasyncLegacy
                protocol Tree { func child(_ path: String) -> DataSnapshot }
                extension DataSnapshot: Tree {}
                func f(ref: Webcom) { ref.set(1) }

                """
            let migration = try Migrator(to: .async, seeing: [source]).migration(of: source)
            #expect(migration.text.replacing(/[ ]*\/\/ MIGRATE: .*\n/, with: "") == source)
            #expect(migration.text.matches(of: /MIGRATE: a protocol requires child/).count == 1)
        }

        @Test("a stored object for on-disconnect writes becomes its node, unless a write on it may be left")
        func storedOnDisconnect() throws {
            let source = """
                import DatasyncLegacy
                struct Bell {
                    let goodbye: OnDisconnect
                    init(_ ref: Webcom) { goodbye = ref.onDisconnect() }
                    func leave(_ others: [OnDisconnect]) {
                        goodbye.set(1) { error in print(error ?? "stored") }
                        others.forEach { $0.remove() }
                        goodbye.cancel()
                    }
                }

                """
            let migration = try Migrator(to: .async).migration(of: source)
            #expect(migration.leftNames.isEmpty)
            #expect(
                migration.text.contains("let goodbye: DatasyncNode\n    init(_ ref: DatasyncNode) { goodbye = ref }"))
            #expect(
                migration.text.contains("goodbye.promise.set(.raw, 1, at: .nextDisconnection).completed { error in"))
            #expect(migration.text.contains("others.forEach { $0.promise.clear(at: .nextDisconnection) }"))
            let unknown = source.replacing("goodbye.cancel()", with: "lost(goodbye).first.remove()")
            let kept = try Migrator(to: .async, seeing: [unknown, "import Other\n"]).migration(of: unknown)
            #expect(kept.text.contains("let goodbye: OnDisconnect\n"))
            #expect(kept.leftNames.contains("remove") && kept.leftNames.contains("onDisconnect"))
        }

        @Test(
            "accounts and sign-in are left, with the name of what takes a token",
            arguments: ["authAnonymously", "authWithPassword", "createUser", "resume", "logout"])
        func signIn(_ name: String) throws {
            let source = "import DatasyncLegacy\nfunc f(ref: Webcom) {\n    ref.\(name)([:])\n}\n"
            for target in MigrationTarget.allCases {
                let migration = try Migrator(to: target).migration(of: source)
                #expect(migration.leftNames == [name])
                #expect(migration.text.contains("// MIGRATE: \(name): accounts are a matter of your sign-in service"))
                #expect(migration.text.contains("signIn(tokenProvider:)") && migration.text.contains("authWithToken"))
            }
        }
    }
#endif
