public import DatasyncAsync
import DatasyncClient
import DatasyncTree

extension DatasyncSnapshot {
    /// The value at a path below; null where there is nothing, or where the path is ill-formed.
    public func child(_ path: String) -> DatasyncValue {
        DatasyncValue(located.value.child(path), application: located.application)
    }

    /// The children in key order.
    public var children: [DatasyncValue] {
        located.value.children.map { DatasyncValue($0, application: located.application) }
    }

    /// The number of children.
    public var childCount: Int { located.value.node.children.count }

    /// Whether there is something at a path below; not where the path is ill-formed.
    public func hasChild(_ path: String) -> Bool { !located.value.child(path).node.isNull }

    /// Whether there are children.
    public var hasChildren: Bool { childCount > 0 }

    /// Visits the children in key order until the closure answers `true`.
    ///
    /// A closure that returns nothing visits all of them: the form for that is preferred where both would do.
    ///
    /// - Parameter body: Answers whether to stop.
    /// - Returns: Whether it was stopped.
    @_disfavoredOverload
    @discardableResult
    public func forEach(_ body: (DatasyncValue) throws -> Bool) rethrows -> Bool {
        try children.contains { try body($0) }
    }

    /// Visits all children in key order.
    public func forEach(_ body: (DatasyncValue) throws -> Void) rethrows {
        for child in children { try body(child) }
    }
}
