#if Migrator
    import Testing

    @testable import DatasyncMigrator

    extension ObserveRewritingTests {
        private func rewritten(_ source: String, to target: MigrationTarget = .async) throws -> Migration {
            try Migrator(from: .observe, to: target).migration(of: "import FirebaseDatabase\n\(source)\n")
        }

        @Test("a reference that flows to the place of a query becomes its query")
        func queries() throws {
            let migration = try rewritten(
                """
                struct Source { var query: DatabaseQuery }
                func each(_ queries: [DatabaseQuery], _ more: DatabaseQuery...) {}
                func one<Q: DatabaseQuery>(_ query: Q) { query.keepSynced(true) }
                extension DatabaseQuery { func page() -> DatabaseQuery { queryLimited(toFirst: 1) } }
                typealias Refs = [DatabaseReference]
                func f(ref: DatabaseReference, maybe: DatabaseReference?, refs: Refs, flag: Bool) -> DatabaseQuery {
                    var source = Source(query: ref)
                    source.query = flag ? ref : ref.queryOrderedByKey()
                    each([ref, ref.queryOrderedByKey()], ref)
                    each(refs)
                    one(ref)
                    let all = [ref, ref.queryOrderedByKey()]
                    let given: DatabaseQuery = maybe ?? all[0]
                    print(ref.page(), given as DatabaseQuery, ref as DatabaseQuery)
                    return ref
                }
                """)
            let lines = [
                "func one<Q: Listenable>(_ query: Q)", "Source(query: ref.query)",
                "source.query = flag ? ref.query : ref.orderedByKey()",
                "each([ref.query, ref.orderedByKey()], ref.query)",
                "each(refs.map(\\.query))", "one(ref.query)", "let all = [ref.query, ref.orderedByKey()]",
                "let given: Query = maybe?.query ?? all[0]", "print(ref.query.page(), given as Query, ref.query)",
                "return ref.query",
            ]
            for line in lines { #expect(migration.text.contains(line), "\(line): \(migration.text)") }
            #expect(migration.leftNames.isEmpty)
        }

        @Test("types of the program with the names of new types keep them, and the new ones get their module")
        func names() throws {
            let source = """
                protocol Listener {}
                struct Query {}
                enum EventKind {}
                typealias DataSnapshot = FirebaseDatabase.DataSnapshot
                struct Page { var listener: Listener; var own: Query; var handle: DatabaseHandle; var query: DatabaseQuery }
                func f(_ type: DataEventType, _ all: [DatabaseQuery] = [DatabaseQuery](), _ snapshot: DataSnapshot) {}
                """
            let async = try rewritten(source).text
            #expect(
                async.contains(
                    "var listener: Listener; var own: Query; var handle: DatasyncSubscription; "
                        + "var query: DatasyncLegacyToAsync.Query"))
            #expect(async.contains("typealias DataSnapshot = any DatasyncSnapshot\n"))
            #expect(
                async.contains(
                    "f(_ type: DatasyncLegacyToAsync.EventKind, _ all: [DatasyncLegacyToAsync.Query] = "
                        + "[DatasyncLegacyToAsync.Query](), _ snapshot: DataSnapshot)"))
            #expect(
                try rewritten(source, to: .callback).text.contains("typealias DataSnapshot = Webcom.DataSnapshot\n"))
        }

        @Test(
            "an extension's overload of a method of the dialect is left to the extension, and its own calls are rewritten"
        )
        func overloads() throws {
            let migration = try rewritten(
                """
                extension DatabaseQuery {
                    func observe(_ type: DataEventType, as name: String, with body: @escaping @MainActor (String) -> Void) {
                        observe(type, with: { snapshot in body(name + snapshot.key) })
                    }
                }
                @MainActor func f(ref: DatabaseReference) { ref.observe(.value, as: "n") { text in print(text) } }
                """)
            #expect(
                migration.text.contains(
                    "subscription(named: type, { snapshot, _ in body(name + snapshot.keyOrEmpty) })"))
            #expect(migration.text.contains("ref.query.observe(.value, as: \"n\") { text in print(text) }"))
            #expect(migration.leftNames.isEmpty)
        }

        @Test("closures of the program's own extensions receive snapshots, and subscripts give references")
        func extensions() throws {
            let migration = try rewritten(
                """
                extension DatabaseReference { subscript(_ path: String) -> DatabaseReference { child(path) } }
                extension DatabaseQuery { func each(_ body: (DataSnapshot, Int) -> Void) {} }
                extension DataSnapshot { func visit(_ body: (DataSnapshot) -> Void) { body(self) } }
                struct Paths { let all: [String: DatabaseReference]; static subscript(id: Int) -> DatabaseReference? { nil } }
                func f(ref: DatabaseReference, paths: Paths, snap: DataSnapshot) {
                    ref["a"]["b"].removeValue()
                    paths.all["x"]?.setValue(1)
                    Paths[1]?.setValue(2)
                    ref.each { child, index in print(child.key, index) }
                    snap.visit { print($0.value as? Int ?? 0) }
                }
                """)
            let lines = [
                "ref[\"a\"][\"b\"].promise.clear()", "paths.all[\"x\"]?.promise.set(.raw, 1)",
                "Paths[1]?.promise.set(.raw, 2)", "ref.query.each { child, index in print(child.keyOrEmpty, index) }",
                "snap.visit { print($0.json as? Int ?? 0) }",
            ]
            for line in lines { #expect(migration.text.contains(line), "\(line): \(migration.text)") }
        }

        @Test("handles written as numbers are renamed where all numbers of the type are handles")
        func numberedHandles() throws {
            let source = """
                struct Entry { let ref: DatabaseReference; var handle: UInt = 0 }
                func listen(_ ref: DatabaseReference) -> UInt { ref.observe(.value) { _ in } }
                func f(ref: DatabaseReference) {
                    var byName: [String: UInt] = [:]
                    byName["a"] = listen(ref)
                    let entry = Entry(ref: ref, handle: 0)
                    if entry.handle > 0 { ref.removeObserver(withHandle: entry.handle) }
                    ref.removeObserver(withHandle: byName["b", default: 0])
                }
                """
            let text = try rewritten(source).text
            let lines = [
                "var handle: DatasyncSubscription = .ended }", "-> DatasyncSubscription {",
                "var byName: [String: DatasyncSubscription]", "Entry(ref: ref, handle: .ended)",
                "if entry.handle != .ended {", "byName[\"b\", default: .ended]",
            ]
            for line in lines { #expect(text.contains(line), "\(line): \(text)") }
            let mixed = try rewritten(source + "\nfunc page(_ ref: DatabaseReference, limit: UInt) {}")
            #expect(mixed.text.contains("limit: UInt") && mixed.text.contains("byName: [String: UInt]"))
        }
    }
#endif
