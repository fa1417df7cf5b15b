/// A node of a dialect, or a query of such a node.
///
/// Code rewritten from the legacy dialect calls the members of this protocol where the dialect itself has no call of the
/// same shape. The dialects' nodes and ``NodeQuery`` conform to it; do not add conformances.
///
/// ```swift
/// func stop(_ source: some NodeOrQuery) { source.unsubscribeAll() }
/// ```
public protocol NodeOrQuery: Sendable {
    // An associated type hides types of the program in extensions of nodes and queries, so none has a usual name.

    /// The type of the node.
    associatedtype QueriedNode: MigratedNode
    /// The node or query as a query.
    var query: NodeQuery<QueriedNode> { get }
}

extension NodeOrQuery {
    /// A closure for events: it receives the snapshot, and the key of the preceding child if the event has one.
    public typealias EventCallback =
        @Sendable (_ snapshot: QueriedNode.AnySnapshot, _ previousChildKey: String?) -> Void
    /// The same closure on the main actor.
    public typealias MainEventCallback =
        @MainActor (_ snapshot: QueriedNode.AnySnapshot, _ previousChildKey: String?) -> Void
}
