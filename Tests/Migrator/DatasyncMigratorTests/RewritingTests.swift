#if Migrator
    import Testing

    @testable import DatasyncMigrator

    @Suite("Rewriting, call by call") struct RewritingTests {
        /// Rewrites statements in a function that has a reference, a snapshot, a listener, a query and a queue.
        private func rewritten(_ statements: String, to target: MigrationTarget) throws -> String {
            let head = "func f(ref: Webcom, snap: DataSnapshot, old: Listener, maybe: Listener?, window: Query, "
            let source = "import DatasyncLegacy\n\(head)q: DispatchQueue) {\n\(statements)\n}\n"
            let text = try Migrator(to: target).migration(of: source).text
            let body = try #require(text.split(separator: "DispatchQueue) {\n", maxSplits: 1).last)
            return String(body.dropLast("\n}\n".count))
        }

        @Test("each row is rewritten for both targets", arguments: RewritingRow.all)
        func row(_ row: RewritingRow) throws {
            #expect(try rewritten(row.legacy, to: .callback) == row.callback)
            #expect(try rewritten(row.legacy, to: .async) == row.async)
        }

        @Test("imports and types are rewritten, and code outside the dialect is not")
        func file() throws {
            let source = """
                import Foundation
                @preconcurrency import DatasyncLegacy  // the old one
                struct Page { let ref: Webcom; var last: DataSnapshot?; var handles: [Listener] = [] }
                struct Own { func on(_ name: String) -> Own { self } }
                let own = Own().on("value").on("child_added")
                let names = ["value": "child_added"]
                """
            let callback = """
                import Foundation
                @preconcurrency import DatasyncCallback
                @preconcurrency import DatasyncLegacyToCallback  // the old one
                struct Page { let ref: Webcom.ServerlessDbNode; var last: Webcom.DataSnapshot?; \
                var handles: [Webcom.Subscription] = [] }
                struct Own { func on(_ name: String) -> Own { self } }
                let own = Own().on("value").on("child_added")
                let names = ["value": "child_added"]
                """
            let migration = try Migrator(to: .callback).migration(of: source)
            #expect(migration.text == callback)
            #expect(migration.sites.isEmpty)
        }

        @Test("types in other files of the module are recognised")
        func otherFiles() throws {
            let store =
                "import DatasyncLegacy\nstruct Store { let users: Webcom; func user(_ id: String) -> Webcom { users } }"
            let source = "import DatasyncLegacy\nfunc f(s: Store) { s.users.off(); s.user(\"a\").child(\"b\").set(1) }"
            let alone = try Migrator(to: .callback).migration(of: source)
            #expect(!alone.sites.contains { $0.outcome == .rewritten })
            let together = try Migrator(to: .callback, seeing: [store, source]).migration(of: source)
            #expect(together.text.hasSuffix("{ s.users.unsubscribeAll(); s.user(\"a\").relativeNode(\"b\").set(1) }"))
            #expect(together.sites.map(\.name) == ["off", "child", "set"])
        }

        @Test("a file that does not parse is refused with the position")
        func broken() {
            let source = "import DatasyncLegacy\nfunc f( {\n"
            #expect(throws: MigrationError.self) { try Migrator(to: .async).migration(of: source) }
            do {
                _ = try Migrator(to: .async).migration(of: source)
            } catch {
                #expect(error.line == 2 && error.column > 1 && !error.message.isEmpty)
            }
        }

        @Test("a file that would not compile after a partial rewrite is unchanged, with notes that do not accumulate")
        func givenUp() throws {
            let source =
                "import DatasyncLegacy\nfunc f(ref: Webcom) {\n    let read = ref.get(_:)\n    ref.set(1)\n}\n"
            let first = try Migrator(to: .async).migration(of: source)
            #expect(first.text.replacing(/[ ]*\/\/ MIGRATE: .*\n/, with: "") == source)
            #expect(first.text.contains("// MIGRATE: "))
            #expect(first.leftNames == ["get", "set"])
            let second = try Migrator(to: .async).migration(of: first.text)
            #expect(second.text == first.text)
            // Without the obstacle the notes are removed.
            let mended = first.text.replacing("ref.get(_:)", with: "{ ref.remove() }")
            let third = try Migrator(to: .async).migration(of: mended)
            #expect(!third.text.contains("// MIGRATE: ") && third.text.contains("ref.promise.set(.raw, 1)"))
        }

        @Test("notes in moved code, comments in the way, and texts that look like notes are preserved")
        func comments() throws {
            let inside = "ref.set(1, { e in\nlost().x.onDisconnect()\n})"
            let moved = try rewritten(inside, to: .callback)
            #expect(
                moved.hasPrefix("ref.set(1).completed({ e in\n// MIGRATE: ")
                    && moved.hasSuffix("\nlost().x.onDisconnect()\n})"))
            #expect(
                try rewritten("ref.set(1 /* one */, { _ in })", to: .callback)
                    == "ref.set(1) /* one */ .completed({ _ in })")
            let off = "ref.off(\"value\" /* why */)"
            #expect(try rewritten(off, to: .async).hasSuffix("\n" + off))
            let window = "ref.startAt(\"http://a\").off(\"value\")"
            #expect(
                try rewritten(window, to: .async)
                    == "ref.unsubscribeAll(.valueChange, childrenConstraint: .startAt(key: \"http://a\"))")
        }

        @Test("containers and the arguments of their closures are rewritten")
        func containers() throws {
            let source = """
                import DatasyncLegacy
                func f(nodes: Set<Webcom>, named: [String: Webcom], pairs: [(ref: Webcom, old: Listener)]) {
                    Array(nodes)[0].remove()
                    named.compactMapValues { $0.parent() }["a"]?.remove()
                    named.forEach { $0.value.remove() }
                    named.sorted { $0.key < $1.key }.forEach { $1.remove() }
                    pairs.map { $0.ref }.forEach { $0.remove() }
                    for (ref, old) in pairs { ref.off("value", old) }
                }
                """
            for target in MigrationTarget.allCases {
                let migration = try Migrator(to: target).migration(of: source)
                #expect(migration.sites.count == 7 && migration.leftNames.isEmpty, "\(migration.text)")
            }
        }

        @Test("existing notes are reported again")
        func notesThatStand() throws {
            let source = "import DatasyncLegacy\nfunc f(ref: Webcom) {\n    ref.on(\"vlaue\") { _, _ in }\n}\n"
            let first = try Migrator(to: .async).migration(of: source)
            let second = try Migrator(to: .async).migration(of: first.text)
            #expect(second.text == first.text)
            #expect(second.sites.map(\.line) == [4] && second.leftNames == ["note"])
        }

        @Test("an obstacle is reported and does not count as a call")
        func obstacles() throws {
            let source =
                "import DatasyncLegacy\nstruct Webcom2 {}\ntypealias Listener = Int\nfunc f(r: Webcom) { r.name(); r.set(1) }\n"
            let migration = try Migrator(to: .callback, seeing: [source]).migration(of: source)
            #expect(
                migration.text.hasPrefix("// MIGRATE: an alias is called Listener, as the type"))
            #expect(migration.leftNames == ["name", "set"])
        }

        @Test("a member that the new type has too is renamed with its uses, also in a protocol that requires it")
        func collisions() throws {
            let source = """
                import DatasyncLegacy
                protocol Keyed { var key: String { get } }
                extension DataSnapshot: Keyed { var key: String { name() ?? "" } }
                func f(s: DataSnapshot, k: any Keyed, pair: (key: String, value: Int)) {
                    print(s.key, k.key, pair.key, s.children.map(\\.key))
                }
                """
            let text = try Migrator(to: .async, seeing: [source]).migration(of: source).text
            #expect(text.contains("protocol Keyed { var snapshotKey: String { get } }"))
            #expect(text.contains("extension DatasyncSnapshot { var snapshotKey: String { keyName ?? \"\" } }"))
            #expect(text.contains("extension DatasyncEvent: Keyed {}\nextension DatasyncValue: Keyed {}"))
            #expect(text.contains("f(s: any DatasyncSnapshot & Keyed,"))
            #expect(text.contains("print(s.snapshotKey, k.snapshotKey, pair.key, s.children.map(\\.snapshotKey))"))
            let callback = try Migrator(to: .callback, seeing: [source]).migration(of: source).text
            #expect(callback.contains("extension Webcom.DataSnapshot: Keyed { var key: String { node.key ?? \"\" } }"))
        }

        @Test("a second run rewrites what became known, and keeps the other notes", arguments: MigrationTarget.allCases)
        func resuming(_ target: MigrationTarget) throws {
            let source = """
                import DatasyncLegacy
                struct Own { func set(_ value: Int) {}; func child(_ name: String) -> Own { self } }
                func f(a: Made, b: Made) {
                    a.child("x").set(1)
                    b.child("y").set(2)
                }
                """
            let module = "import Other\n"
            let first = try Migrator(to: target, seeing: [source, module]).migration(of: source)
            #expect(first.leftNames == ["child", "set", "child", "set"])
            let type = target == .async ? "DatasyncNode" : "Webcom.ServerlessDbNode"
            let named = first.text.replacing("a: Made", with: "a: \(type)")
            let second = try Migrator(to: target, seeing: [named, module]).migration(of: named)
            let line = target == .async ? "a.at(\"x\").promise.set(.raw, 1)" : "a.relativeNode(\"x\").set(1)"
            #expect(second.text.contains("{\n    \(line)\n    // MIGRATE: "))
            #expect(second.text.contains("    b.child(\"y\").set(2)"))
            #expect(second.leftNames == ["note"])
            let third = try Migrator(to: target, seeing: [second.text, module]).migration(of: second.text)
            #expect(third.text == second.text)
        }

        @Test("a value of unknown type has one note for all calls on it", arguments: MigrationTarget.allCases)
        func oneNote(_ target: MigrationTarget) throws {
            let source = """
                import DatasyncLegacy
                func f(a: Made, b: Made) {
                    a.child("x").set(1)
                    if true { b.child("y").set(2) }
                    a.child("z").remove()
                }
                func g(a: Made) { a.child("x").remove() }
                """
            let module = "import Other\n"
            let first = try Migrator(to: target, seeing: [source, module]).migration(of: source)
            #expect(first.leftNames.count == 8)
            #expect(first.text.matches(of: /MIGRATE: child: the type of `[ab]` is not known here/).count == 3)
            // The calls without a note of their own are rewritten with the first one.
            let type = target == .async ? "DatasyncNode" : "Webcom.ServerlessDbNode"
            let named = first.text.replacing("f(a: Made", with: "f(a: \(type)")
            let second = try Migrator(to: target, seeing: [named, module]).migration(of: named)
            let calls = second.text.split(separator: "\n").filter { $0.hasPrefix("    a.") }
            #expect(calls.count == 2 && calls.allSatisfy { !$0.contains(".child(") })
            #expect(second.leftNames == ["note", "note"])
        }

        @Test("files without the import are rewritten where the types are known")
        func bystanders() throws {
            let store = "import DatasyncLegacy\nstruct Store { let users: Webcom }\n"
            let source = "func f(s: Store, t: Other) { s.users.child(\"a\").remove(); t.remove(); t.child(\"a\") }\n"
            let migration = try Migrator(to: .callback, seeing: [store, source]).migration(of: source)
            let after =
                "func f(s: Store, t: Other) { s.users.relativeNode(\"a\").clear(); t.remove(); t.child(\"a\") }\n"
            #expect(migration.text == after)
            #expect(migration.sites.map(\.name) == ["child", "remove"])
        }

        @Test("operators and ternaries decide nothing that is not known")
        func operators() throws {
            let source = """
                import DatasyncLegacy
                func f(a: Webcom, b: Webcom, n: Int, m: [String: Int]) {
                    (n > 0 ? a : b).child("x").set(1)
                    let both = n > 0 && m["a"] ?? 0 > 1 ? a : b
                    both.remove()
                    let name = n < 3 ? "a" : "b"
                    print(name.count)
                }
                """
            for target in MigrationTarget.allCases {
                let migration = try Migrator(to: target).migration(of: source)
                #expect(migration.sites.map(\.name) == ["child", "set", "remove"] && migration.leftNames.isEmpty)
            }
        }

        @Test("the support module is imported where it is needed")
        func neededImports() throws {
            let source = "import DatasyncLegacy\nfunc f(r: Webcom) { r.remove() }\n"
            let text = try Migrator(to: .callback).migration(of: source).text
            #expect(text == "import DatasyncCallback\nfunc f(r: Webcom.ServerlessDbNode) { r.clear() }\n")
            let more = source.replacing("remove()", with: "remove { _ in }")
            #expect(try Migrator(to: .callback).migration(of: more).text.contains("import DatasyncLegacyToCallback\n"))
        }

        @Test("unapplied methods become closures that call what replaces them")
        func unapplied() throws {
            let source = "import DatasyncLegacy\nfunc f(r: Webcom) {\n    let end = r.remove(_:)\n    end(nil)\n}\n"
            let text = try Migrator(to: .callback).migration(of: source).text
            #expect(text.contains("{ [node = r] (completion: Webcom.ServerlessDbNode.MainCompletion?) in node.clear()"))
        }

        @Test("what the async types cannot have moves or is renamed")
        func moved() throws {
            let source = """
                import DatasyncLegacy
                extension Webcom {
                    init(room: String) { self = Webcom("chat").child(room) }
                    static func / (base: Webcom, path: String) -> Webcom { base.child(path) }
                }
                extension DataSnapshot {
                    enum Problem: Error { case empty }
                    func checked() throws -> Any { if let value = val() { return value } else { throw Problem.empty } }
                }
                func f() { (Webcom(room: "a") / "b" / "c").remove() }
                """
            let migration = try Migrator(to: .async, seeing: [source]).migration(of: source)
            let text = migration.text
            #expect(migration.leftNames.isEmpty)
            #expect(text.contains("static func make(room: String) -> DatasyncNode { return DatasyncNode.root(of: "))
            #expect(text.contains("infix operator ~/: MultiplicationPrecedence"))
            #expect(text.contains("extension DatasyncValue {\n    enum Problem: Error { case empty }\n}"))
            #expect(text.contains("throw DatasyncValue.Problem.empty"))
            #expect(text.contains("(DatasyncNode.make(room: \"a\") ~/ \"b\" ~/ \"c\").promise.clear()"))
        }

        @Test("generic types, payloads, tuples and factories have the types of their parts")
        func generics() throws {
            let source = """
                import DatasyncLegacy
                struct Box<Value> { let value: Value }
                enum Load<Value> { case done(Value), failed(String) }
                let make: (String) -> Webcom = { Webcom("a").child($0) }
                func f(r: Webcom, s: DataSnapshot, load: Load<DataSnapshot>, result: Result<Webcom, WebcomError>) {
                    Box(value: r).value.remove()
                    if case .done(let snapshot) = load { print(snapshot.val() ?? "") }
                    if case .success(let node) = result, let (key, child) = pair(node) { print(key); child.remove() }
                    let grouped = Dictionary(grouping: s.children) { $0.name() ?? "" }
                    for (_, group) in grouped where group[0].hasChildren() { group.forEach { print($0.numChildren()) } }
                    make("x").set(1)
                    let factory = { r.child("\\($0)") }
                    factory(1).remove()
                }
                func pair(_ node: Webcom) -> (String, Webcom)? { nil }
                """
            for target in MigrationTarget.allCases {
                let migration = try Migrator(to: target, seeing: [source]).migration(of: source)
                #expect(migration.leftNames.isEmpty, "\(migration.text)")
                #expect(migration.sites.count == 11)
            }
        }

        @Test("constant event names are evaluated")
        func constantEvents() throws {
            let source = """
                import DatasyncLegacy
                enum Event: String, CaseIterable { case added = "child_added", child_removed }
                struct Names { static let prefix = "child_"; static let all: [String] = [prefix + "added", "\\(prefix)changed"] }
                func f(r: Webcom) {
                    r.on(Event.added.rawValue) { _, _ in }
                    r.on(Event.allCases.map { $0.rawValue }) { _, _ in }
                    r.on([Event.added, .child_removed].map(\\.rawValue)) { _, _ in }
                    r.on(Names.all) { _, _ in }
                }
                """
            let text = try Migrator(to: .async, seeing: [source]).migration(of: source).text
            let events = text.matches(of: /to: (\.[^{]*)\) \{/).map { String($0.1) }
            let both = ".child(addition: true, removal: true)"
            #expect(events == [".childAddition", both, both, ".child(addition: true, change: true)"])
        }

        @Test("long chains and many files are rewritten within the time limit", .timeLimit(.minutes(10)))
        func size() throws {
            let chain =
                "import DatasyncLegacy\nfunc f(r: Webcom) { r" + String(repeating: ".child(\"a\")", count: 150)
                + ".set(1) }\n"
            #expect(try Migrator(to: .async).migration(of: chain).sites.count == 151)
        }
    }
#endif
