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
                "import DatasyncLegacy\nfunc f(ref: Webcom) {\n    let write = ref.remove(_:)\n    ref.set(1)\n}\n"
            let first = try Migrator(to: .async).migration(of: source)
            #expect(first.text.replacing(/[ ]*\/\/ MIGRATE: .*\n/, with: "") == source)
            #expect(first.text.contains("// MIGRATE: "))
            #expect(first.leftNames == ["remove", "set"])
            let second = try Migrator(to: .async).migration(of: first.text)
            #expect(second.text == first.text)
            // Without the obstacle the notes are removed.
            let mended = first.text.replacing("ref.remove(_:)", with: "{ ref.remove() }")
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
            let source = "import DatasyncLegacy\nfunc f(ref: Webcom, name: String) {\n    ref.on(name) { _, _ in }\n}\n"
            let first = try Migrator(to: .async).migration(of: source)
            let second = try Migrator(to: .async).migration(of: first.text)
            #expect(second.text == first.text)
            #expect(second.sites.map(\.line) == [4] && second.leftNames == ["note"])
        }

        @Test("an obstacle is reported and does not count as a call")
        func obstacles() throws {
            let source =
                "import DatasyncLegacy\nextension Webcom {\n    var key: String? { name() }\n}\nfunc f(r: Webcom) { r.set(1) }\n"
            let migration = try Migrator(to: .callback, seeing: [source]).migration(of: source)
            #expect(
                migration.text.hasPrefix("// MIGRATE: an extension of Webcom adds key, which"))
            #expect(migration.leftNames == ["name", "set"])
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
