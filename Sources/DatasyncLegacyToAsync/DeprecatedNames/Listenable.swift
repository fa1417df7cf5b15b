public import DatasyncAsync
import DatasyncLegacy
import MigrationSupport

/// What can be listened to: a node, or a query of it.
@available(*, deprecated, message: "use a node and a constraint; see Migration/LegacyToAsync.md")
public protocol Listenable: Sendable {
    /// The thing as a query.
    var query: Query { get }
}

@available(*, deprecated, message: "use a node and a constraint; see Migration/LegacyToAsync.md")
extension DatasyncNode: Listenable {
    /// The query of all children.
    public var query: Query { Query(node: self, legacy: legacy.query) }
}

@available(*, deprecated, message: "use a node and a constraint; see Migration/LegacyToAsync.md")
extension Query: Listenable {
    /// The query itself.
    public var query: Query { self }
}

@available(*, deprecated, message: "use a node and a constraint; see Migration/LegacyToAsync.md")
extension Listenable {
    /// At most so many children: the last ones, or after `startAt` the first.
    @available(
        *, deprecated,
        message: "use the constraint .last(limit: count) or .first(limit: count); see Migration/LegacyToAsync.md"
    )
    public func limit(_ count: Int) -> Query { query.with(query.legacy.limit(count)) }

    /// The children from a key on, it included; without a key only says that a limit counts from the first.
    @available(*, deprecated, message: "use the constraint .startAt(key: key); see Migration/LegacyToAsync.md")
    public func startAt(_ key: String? = nil) -> Query { query.with(query.legacy.startAt(key)) }

    /// The children up to a key, it included.
    @available(*, deprecated, message: "use the constraint .endAt(key: key); see Migration/LegacyToAsync.md")
    public func endAt(_ key: String? = nil) -> Query { query.with(query.legacy.endAt(key)) }

    /// The child of exactly this key.
    @available(
        *, deprecated, message: "use the constraint .between(from: key, to: key); see Migration/LegacyToAsync.md"
    )
    public func equalTo(_ key: String) -> Query { query.with(query.legacy.equalTo(key)) }
}

extension Query {
    /// What `on` calls for events.
    public typealias EventCallback = DatasyncNode.EventCallback
    /// The same on the main actor.
    public typealias MainEventCallback = DatasyncNode.MainEventCallback
}
