/// A value of the tree: null, a primitive, or children.
///
/// A node is always normalized: no null child, no empty object. It is persistent: copies share structure, and an edit
/// copies only the shared parts of its path.
package enum Node: Sendable {
    case null
    case leaf(Primitive)
    indirect case inner(Children)

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    package var isLeaf: Bool {
        if case .leaf = self { true } else { false }
    }

    /// The children; empty for null and primitives.
    package var children: Children {
        if case .inner(let children) = self { children } else { Children() }
    }

    package init(_ children: Children) {
        self = children.isEmpty ? .null : .inner(children)
    }

    package subscript(key: Key) -> Node {
        if case .inner(let children) = self { children[key] } else { .null }
    }

    package subscript(path: Path) -> Node {
        var node = self
        for key in path {
            guard case .inner(let children) = node else { return .null }
            node = children[key]
        }
        return node
    }

    /// Sets the value at a path, in place where the storage is not shared.
    ///
    /// Missing ancestors are created, and ancestors that become empty are removed. Below a primitive, null has no
    /// effect and any other value replaces the primitive. Complexity: O(depth of the path), times a logarithm of the
    /// number of children.
    package mutating func set(_ value: Node, at path: Path) {
        guard let key = path.first else {
            self = value
            return
        }
        if case .inner(var children) = self {
            self = .null
            children.modify(key) { $0.set(value, at: path.tail) }
            self = Node(children)
        } else if !value.isNull {
            var child = Node.null
            child.set(value, at: path.tail)
            self = .inner(Children([(key, child)]))
        }
    }

    package func setting(_ value: Node, at path: Path) -> Node {
        var copy = self
        copy.set(value, at: path)
        return copy
    }

    package func setting(_ value: Node, for key: Key) -> Node { setting(value, at: Path([key])) }

    /// The size in bytes for the limits, about that of the JSON text.
    ///
    /// Every edit updates it, so reading it is O(1).
    package var size: Int {
        switch self {
        case .null: 0
        case .leaf(let primitive): primitive.size
        case .inner(let children): children.size
        }
    }

    /// Returns whether two nodes are equal by reference; `false` does not mean that they differ.
    package func isIdentical(to other: Node) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.inner(let mine), .inner(let theirs)): mine.isIdentical(to: theirs)
        default: false
        }
    }
}

extension Node: Equatable {
    /// Returns whether two nodes are equal in depth; shared parts are skipped.
    package static func == (left: Node, right: Node) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.leaf(let mine), .leaf(let theirs)): mine == theirs
        case (.inner(let mine), .inner(let theirs)): mine == theirs
        default: false
        }
    }
}

extension Node {
    package static func string(_ text: String) -> Node { .leaf(.string(text)) }
    package static func boolean(_ flag: Bool) -> Node { .leaf(.boolean(flag)) }

    /// Returns a node with a finite number; `-0` becomes `0`.
    package static func number(_ number: Double) -> Node { .leaf(.number(number == 0 ? 0 : number)) }

    package var primitive: Primitive? {
        if case .leaf(let primitive) = self { primitive } else { nil }
    }

    package var number: Double? {
        if case .leaf(.number(let number)) = self { number } else { nil }
    }
}

extension Node: Hashable {
    /// Hashes every leaf with its keys.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .leaf(.string(let text)): hasher.combine(text)
        case .leaf(.number(let number)): hasher.combine(number)
        case .leaf(.boolean(let flag)): hasher.combine(flag)
        case .inner(let children):
            hasher.combine(children.count)
            for (key, child) in children {
                hasher.combine(key)
                hasher.combine(child)
            }
        }
    }
}
