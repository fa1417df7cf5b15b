#if Migrator
    import Testing

    @testable import DatasyncMigrator

    extension ObserveRewritingTests {
        @Test("a handle that is a number becomes an optional subscription where it is only stored and passed")
        func handles() throws {
            let source = """
                import FirebaseCore
                import FirebaseDatabase
                final class Page {
                    let ref: DatabaseReference
                    var first: UInt = 0
                    var second: DatabaseHandle = 0
                    var third: UInt!
                    var count: UInt = 0
                    var odd: DatabaseHandle = 0
                    var all = Set<DatabaseHandle>()
                    init(_ ref: DatabaseReference) { self.ref = ref }
                    func end() {
                        ref.removeObserver(withHandle: first)
                        ref.removeObserver(withHandle: self.second)
                        ref.removeObserver(withHandle: third!)
                        if odd != 0 { ref.removeObserver(withHandle: odd) }
                    }
                }
                """
            let migration = try Migrator(from: .observe, to: .async).migration(of: source)
            let text = migration.text
            #expect(text.hasPrefix("import DatasyncAsync\nimport DatasyncLegacyToAsync\nfinal class"))
            #expect(
                text.contains("var first: DatasyncSubscription? = nil\n    var second: DatasyncSubscription? = nil\n"))
            #expect(text.contains("var third: DatasyncSubscription!\n    var count: UInt = 0\n"))
            #expect(text.contains("var all = Set<DatasyncSubscription>()"))
            #expect(text.contains("var odd: DatasyncSubscription = .ended\n"))
            #expect(text.contains("if odd != .ended { ref.unsubscribeAll(only: odd) }"))
            #expect(migration.leftNames.isEmpty)
            let plain = source.replacing("    var odd: DatabaseHandle = 0\n", with: "").replacing(
                /[ ]+if odd.*\n/, with: "")
            #expect(
                try Migrator(from: .observe, to: .callback).migration(of: plain).text.contains(
                    "import DatasyncLegacyToCallback\n"))
        }

        @Test("a query in a variable keeps its form in the idiomatic style, and its calls are rewritten")
        func storedQuery() throws {
            let source = """
                import FirebaseDatabase
                func f(ref: DatabaseReference) {
                    let query = ref.queryOrdered(byChild: "age")
                    query.queryLimited(toLast: 1).observe(.childAdded) { snapshot in print(snapshot.key) }
                }

                """
            let idiomatic = try Migrator(from: .observe, to: .async, style: .idiomatic).migration(of: source)
            let minimal = try Migrator(from: .observe, to: .async).migration(of: source)
            #expect(idiomatic.leftNames.isEmpty && idiomatic.sites.map(\.name) == minimal.sites.map(\.name))
            #expect(idiomatic.text.contains("let query = ref.ordered(byChild: \"age\")\n    query.limited(toLast: 1)."))
        }
    }
#endif
