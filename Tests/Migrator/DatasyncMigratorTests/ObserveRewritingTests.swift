#if Migrator
    import Testing

    @testable import DatasyncMigrator

    @Suite("Rewriting of the observe dialect, call by call") struct ObserveRewritingTests {
        /// Rewrites statements in a function that has a reference, a query, a snapshot, a handle and other values.
        private func rewritten(_ statements: String, to target: MigrationTarget) throws -> String {
            let head =
                "@MainActor func f(ref: DatabaseReference, query: DatabaseQuery, snap: DataSnapshot, handle: DatabaseHandle, "
                + "completion: ((Error?, DatabaseReference) -> Void)?, kind: DataEventType, n: Int)"
            let source = "import FirebaseDatabase\nextension Own {\n\(head) {\n\(statements)\n}\n}\n"
            let text = try Migrator(from: .observe, to: target).migration(of: source).text
            let body = try #require(text.split(separator: "n: Int) {\n", maxSplits: 1).last)
            return String(body.dropLast("\n}\n}\n".count))
        }

        @Test("each row is rewritten for both targets", arguments: ObserveRow.all)
        func row(_ row: ObserveRow) throws {
            #expect(try rewritten(row.observe, to: .callback) == row.callback)
            #expect(try rewritten(row.observe, to: .async) == row.async)
        }

        @Test("imports and types are rewritten, and a second import of the SDK is removed")
        func file() throws {
            let source = """
                import Firebase
                import FirebaseDatabase
                struct Page { let ref: DatabaseReference; var q: DatabaseQuery?; var handles: [DatabaseHandle] = [] }
                let pages = [DatabaseReference]()
                func show(_ snapshot: FirebaseDatabase.DataSnapshot) {}

                """
            let callback = """
                import DatasyncCallback
                import DatasyncLegacyToCallback
                struct Page { let ref: Webcom.ServerlessDbNode; var q: Query?; var handles: [Webcom.Subscription] = [] }
                let pages = [Webcom.ServerlessDbNode]()
                func show(_ snapshot: Webcom.DataSnapshot) {}

                """
            let migration = try Migrator(from: .observe, to: .callback).migration(of: source)
            #expect(migration.text == callback)
        }

        @Test("Foundation is imported for null, and a transaction with one expression returns it")
        func transaction() throws {
            let source = """
                import FirebaseDatabase
                func f(ref: DatabaseReference) {
                    ref.runTransactionBlock { d in d.value as? Int == 3 ? .abort() : .success(withValue: d) }
                }

                """
            let async = """
                import DatasyncAsync
                import DatasyncLegacyToAsync
                import Foundation
                func f(ref: DatasyncNode) {
                    ref.promise.runTransaction(onJSON: { d in let d: Any? = d ?? NSNull(); \
                return d as? Int == 3 ? nil : d ?? NSNull() })
                }

                """
            #expect(try Migrator(from: .observe, to: .async).migration(of: source).text == async)
        }

        @Test(
            "a note of the first pass inside a completion leaves its own call only",
            arguments: MigrationTarget.allCases)
        func noteInCompletion(target: MigrationTarget) throws {
            let source = """
                import FirebaseDatabase
                func f(ref: DatabaseReference) {
                    ref.getData { _, found in
                        print(found?.childrenCount.description ?? "")
                    }
                    ref.removeValue()
                }

                """
            for style in [MigrationStyle.minimal, .idiomatic] where style == .minimal || target == .async {
                let migration = try Migrator(from: .observe, to: target, style: style).migration(of: source)
                #expect(migration.sites.map { $0.outcome == .rewritten } == [true, false, true], "\(migration.text)")
                #expect(
                    migration.text.contains("        \(Migration.notePrefix)childrenCount: the count is an Int here"),
                    "\(migration.text)")
            }
        }

        @Test("a call that the second pass leaves stays as it was, with its reason")
        func refused() throws {
            let source = """
                import FirebaseDatabase
                func f(ref: DatabaseReference) {
                    ref.setValue(1 /* one */, withCompletionBlock /* then */: { _, _ in })
                    ref.removeValue()
                }

                """
            for target in MigrationTarget.allCases {
                let migration = try Migrator(from: .observe, to: target).migration(of: source)
                #expect(migration.sites.count == 2 && migration.sites[1].outcome == .rewritten, "\(migration.text)")
                #expect(migration.text.contains("/* one */") && migration.text.contains("/* then */"))
            }
        }
    }
#endif
