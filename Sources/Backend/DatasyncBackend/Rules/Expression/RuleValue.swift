import DatasyncTree

/// A value during the evaluation of an expression.
enum RuleValue: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    /// A node with children.
    case node(Node)
    /// An object or array among the claims.
    case claims(JSON)
    /// The authenticated user.
    case auth
    case snapshot(RuleSnapshot)

    init(_ primitive: Primitive?) {
        switch primitive {
        case nil: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        }
    }

    init(_ node: Node) {
        if let primitive = node.primitive {
            self = RuleValue(primitive)
        } else {
            self = node.isNull ? .null : .node(node)
        }
    }

    init(_ json: JSON) {
        switch json.content {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array, .object: self = .claims(json)
        }
    }

    /// The kind of the value, for messages.
    var kinds: ValueKinds {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .node: .node
        case .claims: .claims
        case .auth: .auth
        case .snapshot: .snapshot
        }
    }
}
