#if Migrator
    import Testing

    @testable import DatasyncMigrator

    /// The stand-in behaves as the SDK does, so that the traces of programs mean something.
    @Suite("The stand-in for the SDK of the observe dialect", .timeLimit(.minutes(10))) struct ObserveSDKTests {
        private static let program = """
            import Firebase
            import Foundation

            func show(_ label: String, _ snapshot: DataSnapshot) {
                print(label, snapshot.children.map { ($0 as? DataSnapshot)?.key ?? "?" }.joined(separator: " "))
            }

            @main @MainActor enum Members {
                static var ended = {}

                static func main() {
                    FirebaseApp.configure()
                    Task {
                        do {
                            try await queries()
                            try await writes()
                            try await transactions()
                            try await observers()
                        } catch {
                            print(error)
                        }
                        exit(0)
                    }
                    dispatchMain()
                }

                static func queries() async throws {
                    let items = Database.database().reference(fromURL: "https://app.firebaseio.com/items")
                    try await items.setValue(["a": ["n": 1], "b": ["n": 2.5], "c": ["n": true], "d": ["n": "x"], "e": ["n": 2.5]])
                    let byN = items.queryOrdered(byChild: "n")
                    show("before", try await byN.queryEnding(beforeValue: 2.5).getData())
                    show("after", try await byN.queryStarting(afterValue: NSNumber(value: 1)).getData())
                    show("from key", try await byN.queryStarting(atValue: 2.5, childKey: "e").getData())
                    show("to key", try await byN.queryEnding(atValue: 2.5, childKey: "b").getData())
                    show("equal", try await byN.queryEqual(toValue: 2.5, childKey: "e").getData())
                    show("true", try await byN.queryEqual(toValue: NSNumber(value: true)).getData())
                    show("float", try await byN.queryEqual(toValue: Float(2.5)).getData())
                    print(items.url, items == Database.database().reference(withPath: "/items/"), byN.isEqual(items))
                }

                static func writes() async throws {
                    let list = Database.database().reference(withPath: "list")
                    try await list.child("late").setValue("l", andPriority: 2)
                    try await list.child("early").setValue("e")
                    try await list.child("early").setPriority(1)
                    let all = try await list.queryOrderedByPriority().getData()
                    show("priorities", all)
                    print(all.childSnapshot(forPath: "late").priority ?? "none", all.valueInExportFormat is NSDictionary)
                    show("limited", try await list.queryLimited(toLast: 1).getData())
                    let status = Database.database().reference(withPath: "status")
                    try await status.setValue(["a": "on", "b": "on", "c": "on"])
                    try await status.onDisconnectUpdateChildValues(["a": "off"])
                    try await status.child("b").onDisconnectRemoveValue()
                    try await status.child("c").onDisconnectSetValue("off")
                    try await status.child("c").cancelDisconnectOperations()
                    Database.database().goOffline()
                    Database.database().goOnline()
                    let after = try await status.getData().value as? [String: String] ?? [:]
                    print("disconnected", after.sorted { $0.key < $1.key }.map { $0.key + $0.value })
                }

                static func transactions() async throws {
                    let post = Database.database().reference(withPath: "post")
                    try await post.setValue(["stars": ["u1": true], "count": 1])
                    let (isCommitted, snapshot) = try await post.runTransactionBlock { data in
                        let stars = data.childData(byAppendingPath: "stars")
                        let keys = stars.children.map { ($0 as? MutableData)?.key ?? "" }
                        guard data.hasChildren(), !stars.hasChild(atPath: "u2"), keys == ["u1"] else { return .abort() }
                        stars.childData(byAppendingPath: "u2").value = true
                        data.childData(byAppendingPath: "count").value = stars.childrenCount
                        data.priority = 7
                        return .success(withValue: data)
                    }
                    print(isCommitted, snapshot.childSnapshot(forPath: "count").value ?? "", try await post.getData().priority ?? "")
                    let (isAborted, _) = try await post.runTransactionBlock { _ in .abort() }
                    print("aborted", !isAborted)
                }

                static func observers() async throws {
                    let rows = Database.database().reference(withPath: "rows")
                    rows.queryOrderedByKey().observe(.childAdded, andPreviousSiblingKeyWith: { snapshot, previous in
                        print("row", snapshot.key, previous ?? "first")
                    }, withCancel: { print("cancelled", $0) })
                    let first = rows.observe(.value) { _ in print("never: removed at once") }
                    rows.removeObserver(withHandle: first)
                    try await rows.updateChildValues(["x": 1, "y": 2])
                    rows.removeAllObservers()
                    try await rows.child("z").setValue(3)
                    rows.child("bad.name").observe(.value, with: { _ in }, withCancel: { _ in print("refused") })
                    let connected = Database.database().reference(withPath: ".info/connected")
                    await withCheckedContinuation { continuation in
                        let handle = connected.observe(.value) { snapshot in
                            guard snapshot.value as? Bool == true else { return }
                            print("info", snapshot.key)
                            continuation.resume()
                        }
                        ended = { connected.removeObserver(withHandle: handle) }
                    }
                    ended()
                }
            }
            """

        @Test("its members do what those of the SDK do")
        func members() throws {
            let compiler = try Compiler()
            defer { compiler.clean() }
            let modules = try CorpusFile.observeSDK.map { try compiler.makeModule($0.text, named: $0.name) }
            let answer = try compiler.output(of: Self.program, named: "Members", linking: modules)
            let lines = [
                "before c a", "after b e d", "from key e d", "to key c a b", "equal e", "true c", "float b e",
                "https://app.firebaseio.com/items true false", "priorities early late", "2 true", "limited late",
                #"disconnected ["aoff", "con"]"#, "true 2 7", "aborted true", "row x first", "row y x", "refused",
                "info connected",
            ]
            #expect(answer.isGood)
            #expect(answer.events.map(String.init) == lines, "\(answer.text.prefix(4000))")
        }
    }
#endif
