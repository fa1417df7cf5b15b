#if Migrator
    import Testing

    @testable import DatasyncMigrator

    extension ObserveRewritingTests {
        private func rewritten(_ source: String) throws -> Migration {
            try Migrator(from: .observe, to: .async).migration(of: "import FirebaseDatabase\n\(source)\n")
        }

        @Test("what closures capture in code without isolation is marked, as they run on the main actor now")
        func captures() throws {
            let text = try rewritten(
                """
                final class Store {
                    let ref: DatabaseReference
                    var keys: [String] = []
                    init(_ ref: DatabaseReference) { self.ref = ref }
                    func load(_ done: @escaping (Bool) -> Void) -> DatabaseHandle {
                        ref.observe(.value) { [weak self] s in self?.keys.append(s.key); done(true) }
                    }
                    func count(_ done: @escaping @Sendable (Int) -> Void) {
                        var count = 0
                        ref.observe(.childAdded) { _ in count += 1; done(count) }
                    }
                    func save(with block: @escaping (Error?, DatabaseReference) -> Void) {
                        ref.setValue(1, withCompletionBlock: block)
                    }
                }
                """
            ).text
            #expect(text.contains("final class Store: @unchecked\(" Sendable") {"))
            #expect(text.contains("        nonisolated\("(unsafe)") let done = done\n        return ref.subscription("))
            #expect(text.contains("        nonisolated\("(unsafe)") var count = 0\n        ref.subscribe("))
            #expect(text.contains("{ [completion = assumingSendable(block), reference = ref] error in"))
        }

        @Test(
            "isolated code keeps its form",
            arguments: ["@MainActor final class Store", "@MainActor class Base {}\nfinal class Store: Base"])
        func isolated(_ declaration: String) throws {
            let text = try rewritten(
                """
                \(declaration) {
                    func load(_ ref: DatabaseReference, done: @escaping (Bool) -> Void) {
                        var count = 0
                        ref.observe(.value) { [weak self] _ in count += 1; done(self == nil) }
                    }
                }
                """
            ).text
            #expect(!text.contains("unsafe") && !text.contains("unchecked"))
        }
    }
#endif
