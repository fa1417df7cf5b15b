package import DatasyncTree

/// The facts besides rules and paths that a decision depends on.
package struct RuleContext: Sendable {
    /// The authenticated user, if any.
    package var auth: RuleAuth?
    /// The time in milliseconds since the Unix epoch.
    package var now: Double
    /// The data before a write, or the current data.
    package var before: Node
    /// The data after the whole write.
    package var after: DataAfterWrite
    /// The parameters of the query, visible to read rules only.
    package var query: RuleQuery

    /// Creates the context of a read.
    package init(auth: RuleAuth? = nil, now: Double = 0, data: Node = .null, query: RuleQuery = RuleQuery()) {
        self.init(auth: auth, now: now, before: data, after: data)
        self.query = query
    }

    /// Creates the context of a write.
    package init(auth: RuleAuth? = nil, now: Double = 0, before: Node, after: Node) {
        self.init(auth: auth, now: now, before: before, after: DataAfterWrite(after))
    }

    /// Creates the context of a write whose effect is known in part.
    init(auth: RuleAuth?, now: Double, before: Node, after: DataAfterWrite) {
        self.auth = auth
        self.now = now
        self.before = before
        self.after = after
        query = RuleQuery()
    }
}
