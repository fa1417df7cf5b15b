public import DatasyncAsync
import DatasyncClient
import DatasyncTree

extension DatasyncSnapshot {
    /// Returns the value at a relative path; null if there is no value or the path is ill-formed.
    public func child(_ path: String) -> DatasyncValue {
        DatasyncValue(located.value.child(path), application: located.application)
    }

    /// The children in the order of the query.
    public var children: [DatasyncValue] {
        located.value.children.map { DatasyncValue($0, application: located.application) }
    }

    /// The number of children.
    public var childCount: Int { located.value.node.children.count }

    /// Returns whether a value exists at a relative path; `false` if the path is ill-formed.
    public func hasChild(_ path: String) -> Bool { !located.value.child(path).node.isNull }

    /// Whether the value has children.
    public var hasChildren: Bool { childCount > 0 }

    /// Calls a closure for each child in order until the closure returns `true`.
    ///
    /// Where both overloads apply, the compiler prefers the closure without a result, which visits all children.
    ///
    /// - Parameter body: Returns whether to stop.
    /// - Returns: Whether the closure stopped the iteration.
    @_disfavoredOverload
    @discardableResult
    public func forEach(_ body: (DatasyncValue) throws -> Bool) rethrows -> Bool {
        try children.contains { try body($0) }
    }

    /// Calls a closure for each child in order.
    public func forEach(_ body: (DatasyncValue) throws -> Void) rethrows {
        for child in children { try body(child) }
    }
}
