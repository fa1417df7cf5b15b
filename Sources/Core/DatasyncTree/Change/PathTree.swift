/// A sparse tree with values at some paths, children in plain text order.
@usableFromInline
package struct PathTree<Value: Sendable>: Sendable {
    @usableFromInline package var value: Value?
    @usableFromInline package var children = OrderedMap<TextOrderedKey, PathTree>()

    @inlinable package init(_ value: Value? = nil) { self.value = value }

    @inlinable package var isEmpty: Bool { value == nil && children.isEmpty }

    /// The branch at a path, or `nil` if no value is at or below it.
    @inlinable package subscript(path: Path) -> PathTree? {
        guard let key = path.first else { return self }
        return children[TextOrderedKey(key)]?[path.tail]
    }

    @inlinable package func child(_ key: Key) -> PathTree? { children[TextOrderedKey(key)] }

    /// Edits the branch at a path in place; creates an absent branch, and removes a branch that becomes empty.
    @inlinable package mutating func modify<Result>(_ path: Path, _ body: (inout PathTree) -> Result) -> Result {
        guard let key = path.first.map(TextOrderedKey.init) else { return body(&self) }
        let (result, isEmpty) = children.modify(key, default: PathTree()) { child in
            let result = child.modify(path.tail, body)
            return (result, child.isEmpty)
        }
        if isEmpty { children.removeValue(for: key) }
        return result
    }

    /// Visits the values bottom-up: siblings in plain text order, each node after its descendants.
    @inlinable package func visit(at path: Path = .root, _ body: (Path, Value) -> Void) {
        for (key, child) in children { child.visit(at: path.child(key.key), body) }
        if let value { body(path, value) }
    }
}
