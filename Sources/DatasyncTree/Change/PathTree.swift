/// A value at some places of a tree of paths, children in plain text order.
package struct PathTree<Value: Sendable>: Sendable {
    package var value: Value?
    package var children = OrderedMap<TextOrderedKey, PathTree>()

    package init(_ value: Value? = nil) { self.value = value }

    package var isEmpty: Bool { value == nil && children.isEmpty }

    /// The branch at a path, if anything is at or below it.
    package subscript(path: Path) -> PathTree? {
        guard let key = path.first else { return self }
        return children[TextOrderedKey(key)]?[path.tail]
    }

    package func child(_ key: Key) -> PathTree? { children[TextOrderedKey(key)] }

    /// Edits the branch at a path in place, making it when absent and removing it when it ends up empty.
    package mutating func modify<Result>(_ path: Path, _ body: (inout PathTree) -> Result) -> Result {
        guard let key = path.first.map(TextOrderedKey.init) else { return body(&self) }
        let (result, isEmpty) = children.modify(key, default: PathTree()) { child in
            let result = child.modify(path.tail, body)
            return (result, child.isEmpty)
        }
        if isEmpty { children.removeValue(for: key) }
        return result
    }

    /// Visits the values from the leaves up: siblings in plain text order, a place after what is below it.
    package func visit(at path: Path = .root, _ body: (Path, Value) -> Void) {
        for (key, child) in children { child.visit(at: path.child(key.key), body) }
        if let value { body(path, value) }
    }
}
