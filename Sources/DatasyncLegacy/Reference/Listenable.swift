package import DatasyncClient
import DatasyncTree

/// What can be listened to: a reference, or a query of it.
#if LegacyWarnings
    @available(*, deprecated, message: "use a node: Webcom.ServerlessDbNode or DatasyncNode")
#endif
public protocol Listenable: Sendable {
    /// The thing as a query.
    var query: Query { get }
}

extension Webcom: Listenable {
    /// The query of all children.
    #if LegacyWarnings
        @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
    #endif
    public var query: Query { Query(location: location) }
}

extension Listenable {
    /// At most so many children: the last ones, or after `startAt` the first.
    #if LegacyWarnings
        @available(*, deprecated, message: "use .Last(n) or .last(limit: n), after startAt .First or .first")
    #endif
    public func limit(_ count: Int) -> Query { query.with { $0.limit(count) } }

    /// The children from a key on, it included; without a key only says that a limit counts from the first.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .StartAt(key) or .startAt(key: key)")
    #endif
    public func startAt(_ key: String? = nil) -> Query { query.with { $0.start(key) } }

    /// The children up to a key, it included.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .EndAt(key) or .endAt(key: key)")
    #endif
    public func endAt(_ key: String? = nil) -> Query { query.with { $0.end(key) } }

    /// The child of exactly this key.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .Between(key, key) or .between(from: key, to: key)")
    #endif
    public func equalTo(_ key: String) -> Query {
        query.with {
            $0.start(key)
            $0.end(key)
        }
    }
}
