package import DatasyncClient
package import DatasyncTree

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

/// A reference that shows only some of its children: a range of keys, and at most so many from one end.
#if LegacyWarnings
    @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
#endif
public struct Query: Listenable, Hashable {
    package let location: Location
    private var hasStart = false
    private var startKey: String?
    private var endKey: String?
    private var count: Int?

    init(location: Location) { self.location = location }

    /// The query itself.
    #if LegacyWarnings
        @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
    #endif
    public var query: Query { self }

    /// The reference that the query is of.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the node itself")
    #endif
    public func ref() -> Webcom { Webcom(location: location) }

    /// What the query shows.
    ///
    /// A limit counts from the first child once `startAt` has been said, with or without a key, and from the last otherwise.
    ///
    /// - Throws: ``WebcomError`` `invalidConstraint` for a limit that is not positive or a bound that is no key.
    package func window() throws(WebcomError) -> Window {
        do throws(DataError) {
            return try Window(start: startKey, end: endKey, limit: count, side: hasStart ? .first : .last)
        } catch {
            throw WebcomError(error)
        }
    }

    fileprivate func with(_ change: (inout Query) -> Void) -> Query {
        var copy = self
        change(&copy)
        return copy
    }

    fileprivate mutating func start(_ key: String?) {
        hasStart = true
        startKey = key
    }

    fileprivate mutating func end(_ key: String?) { endKey = key }

    fileprivate mutating func limit(_ count: Int) { self.count = count }
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

extension Query: CustomStringConvertible, CustomDebugStringConvertible {
    /// The reference and the window; those that are refused are marked.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node and of its constraint")
    #endif
    public var description: String {
        let window = Window.text(start: startKey, end: endKey, limit: count, side: hasStart ? .first : .last)
        return "Query(\(location.qualifiedText), \(window))"
    }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node and of its constraint")
    #endif
    public var debugDescription: String { description }
}
