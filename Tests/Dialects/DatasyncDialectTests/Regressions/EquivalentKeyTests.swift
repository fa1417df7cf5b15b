import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncTree
import TestSupport
import Testing

extension Regressions {
    /// Tests with two keys of different bytes that are equal as Swift strings, and so as keys of dictionaries.
    @Suite("Children whose keys are canonically equivalent", .timeLimit(.minutes(20)))
    struct EquivalentKeyTests {
        private static let composed = "\u{E9}"
        private static let decomposed = "e\u{301}"

        /// A transaction of one dialect whose end is noted in a log.
        struct Transaction: CustomTestStringConvertible, Sendable {
            let testDescription: String
            /// Starts the transaction: as an identity, or with another value for the child that a dictionary holds.
            let start: @Sendable (Subject, _ isIdentity: Bool, Log, @escaping @Sendable (WebcomError) -> Void) -> Void
        }

        private let fixture: ClientFixture
        private let subject: Subject
        private let log = Log()

        init() throws {
            fixture = try ClientFixture()
            subject = Subject(fixture.device())
            subject.device.application.diagnostics = { _ in }
            let writer = fixture.device().legacy.child("n")
            writer.child(Self.composed).set(1)
            writer.child(Self.decomposed).set(2)
            writer.child("x").set(3)
        }

        private var data: [String: Double] {
            let children = fixture.embedded.backend.data[Key(unchecked: "n")].children
            return Dictionary(uniqueKeysWithValues: children.map { ($0.key.escaped, $0.value.number ?? 0) })
        }

        private static let both = ["\"\\u{e9}\"": 1.0, "\"e\\u{301}\"": 2, "\"x\"": 3]

        private func namesBoth(_ message: String?) -> Bool {
            message?.contains(#"\u{e9}"#) == true && message?.contains(#"e\u{301}"#) == true
        }

        @Test("both children are stored, and reads in key order give both")
        func reading() async throws {
            #expect(data == Self.both)
            let value = try await subject.asynchronous.value()
            #expect(value.keyedChildren.count == 3)
            #expect(value.keyedChildren.map { Array($0.key.unicodeScalars).count }.sorted() == [1, 1, 2])
            #expect(value.description.unicodeScalars.contains("\u{E9}"))
            #expect(value.description.unicodeScalars.contains("\u{301}"))
            let snapshot = try await subject.callback.get().value
            #expect(snapshot.childCount == 3 && snapshot.children.count == 3)
            let log = log
            // swift-format-ignore: ReplaceForEachWithForLoop
            snapshot.forEach { child in log.note("\(child.node.key?.unicodeScalars.count ?? 0) \(child.text)") }
            subject.legacy.get(queue: nil) { _, snapshot in
                // swift-format-ignore: ReplaceForEachWithForLoop
                snapshot?.forEach { child in log.note("\(child.name()?.unicodeScalars.count ?? 0) \(child.text)") }
            }
            fixture.flush()
            #expect(log.entries.sorted() == ["1 1", "1 1", "1 3", "1 3", "2 2", "2 2"])
            var rows = subject.asynchronous.children(as: Int.self).makeAsyncIterator()
            #expect(try await rows.next()?.map(\.value).sorted() == [1, 2, 3])
        }

        @Test("a dictionary of both gives a diagnostic that names both keys")
        func dictionaries() async throws {
            let messages = Log()
            subject.device.application.diagnostics = { messages.note("\($0.code.rawValue) \($0.message)") }
            let value = try await subject.asynchronous.value()
            #expect((value.json as? [String: Any])?.count == 2)
            #expect((value.rawJSON as? [String: Any])?.count == 2)
            let snapshot = try await subject.callback.get().value
            #expect((snapshot.val() as? [String: Any])?.count == 2)
            subject.legacy.get(queue: nil) { _, snapshot in
                _ = snapshot?.val()
                _ = snapshot?.exportVal()
            }
            fixture.flush()
            #expect(messages.entries.count == 5)
            #expect(messages.entries.allSatisfy { $0.hasPrefix("invalidKey") && namesBoth($0) }, "\(messages.entries)")
        }

        private static func changed(_ json: Any?, _ isIdentity: Bool) -> Any? {
            guard !isIdentity, var members = json as? [String: Any] else { return json }
            members[composed] = 9
            return members
        }

        static let transactions = [
            Transaction(testDescription: "legacy") { subject, isIdentity, log, failed in
                subject.legacy.transaction({ changed($0, isIdentity) }, queue: nil) { error, _, _ in
                    log.note(end: error)
                    if let error { failed(error) }
                }
            },
            Transaction(testDescription: "callback") { subject, isIdentity, log, failed in
                let promise = subject.callback.transaction { changed($0.val(), isIdentity) }
                log.note(promise)
                _ = promise.catch(on: nil) { failed(WebcomError(of: $0)) }
            },
            Transaction(testDescription: "async, JSON") { subject, isIdentity, log, failed in
                let promise = subject.asynchronous.promise.runTransaction {
                    .set(.raw, changed($0.json, isIdentity))
                }
                log.note(promise)
                _ = promise.catch(on: nil) { failed(WebcomError(of: $0)) }
            },
            Transaction(testDescription: "async, value") { subject, isIdentity, log, failed in
                let promise = subject.asynchronous.promise.runTransaction { value in
                    isIdentity ? .set(value) : .set(.raw, changed(value.rawJSON, false))
                }
                log.note(promise)
                _ = promise.catch(on: nil) { failed(WebcomError(of: $0)) }
            },
        ]

        @Test("an identity transaction leaves both children unchanged", arguments: transactions)
        func identity(transaction: Transaction) {
            transaction.start(subject, true, log) { _ in }
            fixture.flush()
            #expect(log.entries == ["ok"])
            #expect(data == Self.both)
        }

        @Test("a transaction that changes the ambiguous child fails and names both keys", arguments: transactions)
        func change(transaction: Transaction) {
            let message = Box<String?>(nil)
            transaction.start(subject, false, log) { message.value = $0.message }
            fixture.flush()
            #expect(log.entries == ["invalidKey"])
            #expect(namesBoth(message.value), "\(message.value ?? "none")")
            #expect(data == Self.both)
        }
    }
}
