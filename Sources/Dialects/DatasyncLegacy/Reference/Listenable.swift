package import DatasyncClient
import DatasyncTree

/// A source of events: a reference, or one of its queries.
///
/// ```swift
/// let contacts = Webcom("contacts-app").child("contacts")
/// contacts.on("value") { snapshot, _ in print(snapshot.numChildren()) }
/// contacts.limit(20).on("child_added") { snapshot, _ in print(snapshot.name() ?? "") }
/// ```
public protocol Listenable: Sendable {
    /// The source as a query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
    #endif
    var query: Query { get }
}

// If the protocol were deprecated under LegacyWarnings, this conformance would warn. So only its members are deprecated.
extension Webcom: Listenable {
    /// The query for all children.
    #if LegacyWarnings
        @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
    #endif
    public var query: Query { Query(location: location) }
}

extension Listenable {
    /// Returns a query with a maximum number of children: the last ones, or after `startAt` the first.
    ///
    /// - Parameter count: The maximum number of children, at least 1.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use .Last(n) or .last(limit: n), after startAt .First or .first")
    #endif
    public func limit(_ count: Int) -> Query { query.with { $0.limit(count) } }

    /// Returns a query for the children from a key on.
    ///
    /// - Parameter key: The smallest key. Without it, the call only makes a limit count from the first child.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .StartAt(key) or .startAt(key: key)")
    #endif
    public func startAt(_ key: String? = nil) -> Query { query.with { $0.start(key) } }

    /// Returns a query for the children up to a key.
    ///
    /// - Parameter key: The largest key; no bound when `nil`.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .EndAt(key) or .endAt(key: key)")
    #endif
    public func endAt(_ key: String? = nil) -> Query { query.with { $0.end(key) } }

    /// Returns a query for the child with one key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The query.
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
