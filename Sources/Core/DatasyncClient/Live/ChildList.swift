import DatasyncConcurrency
package import DatasyncTree

/// A query's children in their order, built from the events of a subscription to children.
///
/// The list places each child by its value in the query's order. A list built from previous keys can get out of order: one
/// change of the data can cause several events, and the previous key of each already reflects all of them (<doc:Orders>).
///
/// ```swift
/// let list = ChildList(childrenConstraint: .ordered(by: .child("age")))
/// for try await event in node.events(.childEvent(moves: true), childrenConstraint: .ordered(by: .child("age"))) {
///     list.apply(event)
///     print(list.keys)
/// }
/// ```
///
/// The subscription needs all kinds of child events, and moves too if the query has an order; acknowledgements are optional.
/// You can use a list on several threads.
public final class ChildList<Child: Sendable>: Sendable {
    private let fold: Guarded<ChildFold<[Child]>>

    package init(_ order: Order) { fold = Guarded(ChildFold(order)) }

    /// The keys of the children in their order.
    public var keys: [String] { fold.withLock(\.self).keys.map(\.text) }

    /// The latest snapshot or value of each child, in the order of ``keys``.
    public var children: [Child] { fold.withLock(\.self).rows }

    /// Removes all children, for instance after a revocation.
    public func removeAll() { fold.withLock { $0.removeAll() } }

    /// Applies a child's event; a child that was removed, or has no value any more, leaves the list.
    package func apply(_ child: Child, _ value: LocatedValue, isRemoval: Bool) {
        guard let key = value.childKey else { return }
        fold.withLock { $0.set(isRemoval || !value.exists ? nil : child, for: key, value.node) }
    }
}

extension ChildList: CustomStringConvertible {
    /// The keys.
    public var description: String { "ChildList(\(keys.joined(separator: ", ")))" }
}
