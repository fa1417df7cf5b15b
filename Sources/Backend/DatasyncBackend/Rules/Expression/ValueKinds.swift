/// The kinds of values that an operand of an expression may have, as far as the compiler knows.
struct ValueKinds: OptionSet, Sendable {
    let rawValue: UInt16

    static let null = ValueKinds(rawValue: 1)
    static let boolean = ValueKinds(rawValue: 2)
    static let number = ValueKinds(rawValue: 4)
    static let string = ValueKinds(rawValue: 8)
    /// A node with children, as returned by `val()`.
    static let node = ValueKinds(rawValue: 16)
    /// An object or array among the claims.
    static let claims = ValueKinds(rawValue: 32)
    /// The value of `auth`, if it is not null.
    static let auth = ValueKinds(rawValue: 64)
    static let snapshot = ValueKinds(rawValue: 128)
    static let query = ValueKinds(rawValue: 256)

    static let claim: ValueKinds = [.null, .boolean, .number, .string, .claims]
    static let value: ValueKinds = [.null, .boolean, .number, .string, .node]
    /// The kinds that `==` compares.
    static let comparable: ValueKinds = [.null, .boolean, .number, .string, .node, .claims, .auth]

    private static let names: [(ValueKinds, String)] = [
        (.boolean, "a boolean"), (.number, "a number"), (.string, "a string"), (.node, "a node with children"),
        (.claims, "claims"), (.auth, "auth"), (.snapshot, "a snapshot"), (.query, "query"), (.null, "null"),
    ]

    func isPossible(_ kinds: ValueKinds) -> Bool { !isDisjoint(with: kinds) }

    /// The kinds in words, for messages.
    var words: String {
        let words = Self.names.filter { contains($0.0) }.map(\.1)
        guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
