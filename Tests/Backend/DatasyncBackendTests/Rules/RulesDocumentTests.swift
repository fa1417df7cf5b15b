import DatasyncBackend
import DatasyncTree
import Foundation
import Testing

/// Documents in the shapes that projects give them, which are read with the meaning of their text.
struct RulesDocumentTests {
    /// An operation on the data of a document, and its decision.
    struct Case: Sendable, CustomStringConvertible {
        let document: String
        let right: Rules.Right
        let path: String
        var user: String?
        var claims: JSON = .null
        var data: JSON = .null
        /// The value that a write puts at the path.
        var value: JSON = .null
        var query = RuleQuery()
        let isAllowed: Bool

        var description: String { "\(document) \(right.rawValue) \(path) \(user ?? "-") \(value.text) \(isAllowed)" }
    }

    static let names = [
        "admin", "chat", "devices", "groups", "presence", "queries", "shop", "tabs", "votes", "windows",
    ]

    static let room: JSON = ["members": ["r": ["ada": true]], "rooms": ["r": ["owner": "ada", "title": "R"]]]
    static let message: JSON = ["author": "ada", "text": "hello", "sent": 1_000]
    static let group: JSON = ["groups": ["g": ["members": ["ada": "admin", "bob": "member"]]]]
    static let device: JSON = ["devices": ["d": ["owner": "ada", "guests": ["bob": true]]]]

    static let cases = [
        Case(
            document: "admin", right: .write, path: "site", user: "ada", claims: ["admin": true], value: 1,
            isAllowed: true),
        Case(document: "admin", right: .write, path: "site", user: "ada", value: 1, isAllowed: false),
        Case(document: "admin", right: .read, path: "audit", user: "ada", claims: ["level": 7], isAllowed: true),
        Case(document: "admin", right: .read, path: "audit", user: "ada", isAllowed: false),
        Case(document: "admin", right: .write, path: "audit", user: "ada", value: 1, isAllowed: false),
        Case(document: "admin", right: .read, path: "flags/public_a", isAllowed: true),
        Case(document: "admin", right: .read, path: "disabled", isAllowed: false),
        Case(document: "chat", right: .read, path: "messages/r", user: "ada", data: room, isAllowed: true),
        Case(document: "chat", right: .read, path: "messages/r", user: "bob", data: room, isAllowed: false),
        Case(
            document: "chat", right: .write, path: "messages/r/m", user: "ada", data: room, value: message,
            isAllowed: true),
        Case(
            document: "chat", right: .write, path: "messages/r/m", user: "bob", data: room, value: message,
            isAllowed: false),
        Case(
            document: "chat", right: .write, path: "messages/r/m", user: "ada", data: room,
            value: ["author": "ada", "text": "hello", "sent": 1_001], isAllowed: false),
        Case(document: "devices", right: .read, path: "devices/d", user: "bob", data: device, isAllowed: true),
        Case(document: "devices", right: .read, path: "devices/d", user: "eve", data: device, isAllowed: false),
        Case(
            document: "devices", right: .write, path: "devices/d/measurements/m", data: device,
            value: ["time": 1, "value": 2], isAllowed: true),
        Case(
            document: "devices", right: .write, path: "devices/d/measurements/m", data: device,
            value: ["time": 1, "value": 2, "link": "http://a//b"], isAllowed: false),
        Case(document: "groups", right: .read, path: "groups/g", user: "bob", data: group, isAllowed: true),
        Case(
            document: "groups", right: .write, path: "groups/g/members/bob", user: "bob", data: group,
            isAllowed: true),
        Case(
            document: "groups", right: .write, path: "groups/g/members/bob", user: "bob", data: group, value: "admin",
            isAllowed: false),
        Case(
            document: "presence", right: .write, path: "status/ada", user: "ada",
            value: ["state": "online", "since": 1_000], isAllowed: true),
        Case(
            document: "presence", right: .write, path: "status/ada", user: "ada",
            value: ["state": "online", "since": 999], isAllowed: false),
        Case(
            document: "queries", right: .read, path: "posts", user: "ada", query: RuleQuery(limitToFirst: 50),
            isAllowed: true),
        Case(
            document: "queries", right: .read, path: "posts", user: "ada", query: RuleQuery(limitToFirst: 51),
            isAllowed: false),
        Case(
            document: "queries", right: .write, path: "posts/p", user: "ada", value: ["author": "ada"], isAllowed: true),
        Case(
            document: "queries", right: .write, path: "posts/p", user: "bob", data: ["posts": ["p": ["author": "ada"]]],
            value: ["author": "bob"], isAllowed: false),
        Case(
            document: "shop", right: .write, path: "orders/o", user: "ada", value: ["buyer": "ada", "state": "open"],
            isAllowed: true),
        Case(
            document: "shop", right: .write, path: "orders/o", user: "ada",
            data: ["orders": ["o": ["buyer": "ada", "state": "paid"]]], value: ["buyer": "ada", "state": "open"],
            isAllowed: false),
        Case(
            document: "tabs", right: .write, path: "profiles/ada/email", user: "ada", value: "ada@example.org",
            isAllowed: true),
        Case(document: "tabs", right: .write, path: "profiles/ada/email", user: "ada", value: "ada", isAllowed: false),
        Case(
            document: "votes", right: .write, path: "polls/p/votes/ada", user: "ada",
            data: ["polls": ["p": ["closes": 1_001]]], value: 5, isAllowed: true),
        Case(
            document: "votes", right: .write, path: "polls/p/votes/ada", user: "ada",
            data: ["polls": ["p": ["closes": 1_000]]], value: 5, isAllowed: false),
        Case(document: "windows", right: .read, path: "notes/ada", user: "ada", isAllowed: true),
        Case(document: "windows", right: .read, path: "notes/ada", user: "bob", isAllowed: false),
    ]

    private static func text(_ name: String) throws -> String {
        let url = try #require(
            Bundle.module.url(
                forResource: name, withExtension: "json", subdirectory: "Resources/RulesDocuments"))
        return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }

    @Test(
        "documents with comments, line breaks, tabs and trailing commas are accepted [rules 9.1, 9.3, 9.4, 9.5]",
        arguments: names)
    func accepts(name: String) throws {
        let text = try Self.text(name)
        let document = try RulesDocument(source: text.utf8)
        #expect(!document.rules.isOpen)
        #expect(document.rules.warnings.count == ["tabs": 5, "devices": 1][name] ?? 0)
        // A log stores the document as plain JSON.
        let stored = try RulesDocument(try JSONParser.parse(document.json.text))
        #expect(stored.json.text == document.json.text)
    }

    @Test("each part of a document in such a shape decides as its text says [rules 9.1]", arguments: cases)
    func decides(_ operation: Case) throws {
        let source = try Self.text(operation.document)
        let path = try Path(operation.path)
        let before = try Node(operation.data)
        let auth = operation.user.map { RuleAuth(uid: $0, token: operation.claims) }
        // As it was read, and as a log stores it.
        for rules in [try Rules(text: source), try Rules(try RulesDocument(source: source.utf8).json)] {
            let isAllowed =
                switch operation.right {
                case .read:
                    rules.decideReading(
                        at: path, in: RuleContext(auth: auth, now: 1_000, data: before, query: operation.query)
                    ).isAllowed
                case .webhooks:
                    rules.allowWebhook(at: path, in: RuleContext(auth: auth, now: 1_000, data: before))
                case .write:
                    rules.decideWriting(
                        at: [path],
                        in: RuleContext(
                            auth: auth, now: 1_000, before: before,
                            after: before.setting(try Node(operation.value), at: path))
                    ).isAllowed
                }
            #expect(isAllowed == operation.isAllowed)
        }
    }
}
