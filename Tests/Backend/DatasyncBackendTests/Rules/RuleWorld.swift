import DatasyncBackend
import DatasyncTree

/// A fixed situation in which the tests evaluate single expressions.
enum RuleWorld {
    /// The possible results of an expression.
    enum Result: Equatable, CustomStringConvertible {
        case yes
        case no
        case failure
        /// The expression does not compile.
        case malformed

        var description: String {
            switch self {
            case .yes: "true"
            case .no: "false"
            case .failure: "failure"
            case .malformed: "malformed"
            }
        }
    }

    static let data = json(
        """
        {"text": "bar", "empty": "", "number": 7, "flag": true, "off": false, "é": "Été", "emoji": "a😀b",
         "users": {"ada": {"name": "Ada", "age": 36}, "bob": {"name": "Bob"}},
         "list": {"0": "x", "1": "y"}, "twin": {"ada": {"age": 36, "name": "Ada"}, "bob": {"name": "Bob"}}}
        """)

    static let bob = RuleAuth(
        uid: "bob", provider: "custom",
        token: json(
            """
            {"someInt": 1, "someString": "one", "someBool": true, "nested": {"bar": true, "length": 3},
             "groups": ["red", "blue"], "same": {"length": 3, "bar": true}}
            """))

    private static func json(_ text: String) -> JSON { (try? JSONParser.parse(text)) ?? .null }

    /// Evaluates an expression as the `.read` rule at `/users/ada`, whose level is `$user`.
    static func read(_ expression: String, auth: RuleAuth? = nil, query: RuleQuery = RuleQuery()) throws -> Result {
        guard let rules = rules(".read", expression) else { return .malformed }
        let context = RuleContext(auth: auth, now: 1000, data: try Node(data), query: query)
        return result(of: rules.explain(.read, at: [try Path("/users/ada")], in: context))
    }

    /// Evaluates an expression as the `.write` rule at `/users/ada`, where a write changes the age to 37.
    static func write(_ expression: String, auth: RuleAuth? = bob) throws -> Result {
        guard let rules = rules(".write", expression) else { return .malformed }
        let before = try Node(data)
        let after = before.setting(.number(37), at: try Path("/users/ada/age"))
        let context = RuleContext(auth: auth, now: 1000, before: before, after: after)
        return result(of: rules.explain(.write, at: [try Path("/users/ada")], in: context))
    }

    private static func rules(_ kind: String, _ expression: String) -> Rules? {
        try? Rules(["rules": ["users": ["$user": .object([JSON.Member(kind, .string(expression))])]]])
    }

    private static func result(of explanation: RuleExplanation) -> Result {
        switch explanation.levels.last?.outcome {
        case .value(true): .yes
        case .value(false): .no
        default: .failure
        }
    }
}
