import MigrationSupport

extension Listenable {
    /// Returns a query for at most `count` children: the last ones, or the first ones after `startAt`.
    @available(
        *, deprecated,
        message: "use the constraint .last(limit: count) or .first(limit: count); see Migration/LegacyToAsync.md"
    )
    public func limit(_ count: Int) -> Query { query.limited(to: count) }

    /// Returns a query for the children from a key on, including that key.
    ///
    /// Without a key, the query starts at the first child, and a limit counts from there.
    @available(*, deprecated, message: "use the constraint .startAt(key: key); see Migration/LegacyToAsync.md")
    public func startAt(_ key: String? = nil) -> Query { query.starting(at: key) }

    /// Returns a query for the children up to a key, including that key.
    @available(*, deprecated, message: "use the constraint .endAt(key: key); see Migration/LegacyToAsync.md")
    public func endAt(_ key: String? = nil) -> Query { query.ending(at: key) }

    /// Returns a query for the child with exactly this key.
    @available(
        *, deprecated, message: "use the constraint .between(from: key, to: key); see Migration/LegacyToAsync.md"
    )
    public func equalTo(_ key: String) -> Query { query.equal(to: key) }
}
