import DatasyncTree

/// The order of children in the naive model, which compares all of them without an index.
struct NaiveOrder {
    private let order: Order

    init(_ order: Order) { self.order = order }

    /// Returns the keys of children in the order; absent children are null.
    func sorted(_ children: [(key: Key, value: Node)]) -> [Key] {
        children.sorted { left, right in
            let (mine, theirs) = (indexed(left.value), indexed(right.value))
            if precedes(mine, theirs) { return true }
            return !precedes(theirs, mine) && left.key < right.key
        }.map(\.key)
    }

    /// Returns whether a changed child moves.
    func moves(_ old: Node, _ new: Node) -> Bool {
        switch order {
        case .key: return false
        case .value: return true
        case .child, .priority:
            let (mine, theirs) = (indexed(old), indexed(new))
            return precedes(mine, theirs) || precedes(theirs, mine)
        }
    }

    private func indexed(_ node: Node) -> Node {
        switch order {
        case .key: .null
        case .value: node
        case .child(let path): node[path]
        case .priority: node.priority
        }
    }

    private func precedes(_ left: Node, _ right: Node) -> Bool {
        if let mine = left.number, let theirs = right.number { return mine < theirs }
        if case .string(let mine)? = left.primitive, case .string(let theirs)? = right.primitive {
            return mine.utf16.lexicographicallyPrecedes(theirs.utf16)
        }
        return rank(left) < rank(right)
    }

    private func rank(_ node: Node) -> Int {
        switch node.content {
        case .null: 0
        case .leaf(.boolean(false)): 1
        case .leaf(.boolean(true)): 2
        case .leaf(.number): 3
        case .leaf(.string): 4
        case .inner: 5
        }
    }
}
