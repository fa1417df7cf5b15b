import DatasyncTree

/// A level of the rules document with its rules and the levels below.
final class RuleLevel: Sendable {
    /// The place in the document.
    let place: String
    let read: Rule?
    let write: Rule?
    let validate: Rule?
    let webhooks: Rule?
    let indexes: [Order]
    /// The levels of listed children, sorted by key.
    let children: [(key: Key, level: RuleLevel)]
    /// The level for all other children.
    let wildcard: RuleLevel?
    /// Whether this level or one below has a `.validate` rule.
    let validates: Bool
    private let table: [Key: RuleLevel]

    init(
        place: String, read: Rule?, write: Rule?, validate: Rule?, webhooks: Rule? = nil, indexes: [Order],
        children: [(key: Key, level: RuleLevel)], wildcard: RuleLevel?
    ) {
        self.place = place
        self.read = read
        self.write = write
        self.validate = validate
        self.webhooks = webhooks
        self.indexes = indexes
        self.children = children.sorted { $0.key < $1.key }
        self.wildcard = wildcard
        table = Dictionary(children.map { ($0.key, $0.level) }) { first, _ in first }
        validates =
            validate != nil || wildcard?.validates == true || children.contains { $0.level.validates }
    }

    /// Returns the level of a child: its own, or the level for all other children.
    func child(_ key: Key) -> RuleLevel? {
        if children.isEmpty { return wildcard }
        // Comparing a few keys is cheaper than hashing one.
        guard children.count <= 8 else { return table[key] ?? wildcard }
        for index in children.indices where children[index].key == key { return children[index].level }
        return wildcard
    }

    /// Visits this level and those below: listed children by key, then the others.
    func visitLevels(_ visit: (RuleLevel) -> Void) {
        visit(self)
        for child in children { child.level.visitLevels(visit) }
        wildcard?.visitLevels(visit)
    }

    /// The rules of this level.
    var rules: [Rule] { [read, write, validate, webhooks].compactMap(\.self) }

    /// Returns the rule that decides about a right.
    func rule(for right: Rules.Right) -> Rule? {
        switch right {
        case .read: read
        case .write: write
        case .webhooks: webhooks
        }
    }
}
