package import DatasyncTree

/// The server data that a client retains: for ended subscriptions and, with a cache mode, for active ones too.
package struct OfflineCache: Sendable {
    /// The data of one query.
    package struct Entry: Sendable {
        package let query: Query
        package let node: Node
        /// A number that grows with each use.
        package let lastUse: Int
    }

    /// The stored values; each includes everything below its path.
    private var tree = PathTree<Node>()
    /// The contents of windows, without the rest of their nodes.
    private var windows: [Query: Node] = [:]
    private var uses: [Query: Int] = [:]
    private var lastUse = 0

    package init() {}

    /// The data of all queries, in the order of their last use.
    package var entries: [Entry] {
        var entries: [Entry] = []
        tree.visit { path, node in
            let query = Query(path: path, window: .all)
            entries.append(Entry(query: query, node: node, lastUse: uses[query] ?? 0))
        }
        for (query, node) in windows { entries.append(Entry(query: query, node: node, lastUse: uses[query] ?? 0)) }
        return entries.sorted { left, right in
            if left.lastUse != right.lastUse { return left.lastUse < right.lastUse }
            return left.query.path.isTextuallyBefore(right.query.path)
        }
    }

    /// Stores a value, and replaces the values at and below its path.
    package mutating func keep(_ node: Node, at path: Path) {
        if !replace(node, at: path) { tree.modify(path) { $0 = PathTree(node) } }
        use(Query(path: holder(of: path) ?? path, window: .all))
    }

    /// Stores the data of a query: the whole value, or the content of a window.
    package mutating func keep(_ node: Node, of query: Query) {
        if query.window.isAll { return keep(node, at: query.path) }
        windows[query] = node
        use(query)
    }

    /// Replaces a value inside stored data.
    ///
    /// - Returns: `false`, without effect, if nothing is stored at or above the path.
    @discardableResult
    package mutating func replace(_ node: Node, at path: Path) -> Bool {
        guard let holder = holder(of: path) else { return false }
        tree.modify(holder) { $0.value?.set(node, at: path.dropping(holder.count)) }
        return true
    }

    /// Replaces values inside a window's stored content.
    package mutating func replace(_ parts: [(Path, Node)], in query: Query) {
        guard var node = windows[query] else { return }
        for (path, part) in parts { node.set(part, at: path) }
        windows[query] = node
    }

    /// Removes the values stored at and below a path; a value stored above stays.
    package mutating func forget(_ path: Path) {
        tree.modify(path) { $0 = PathTree() }
        windows = windows.filter { !$0.key.path.isAtOrBelow(path) }
        uses = uses.filter { !$0.key.path.isAtOrBelow(path) }
    }

    /// Removes the data of a query that the user may not read, and the data that include them.
    ///
    /// A user who may read a node may read all of it. So the refusal covers the values stored at and above the path, and the
    /// windows above it that hold a child on the way. Values stored below may still be readable on their own.
    package mutating func forgetRefused(_ query: Query) {
        let path = query.path
        if query.window.isAll {
            windows = windows.filter { $0.key.path != path }
        } else {
            windows[query] = nil
        }
        if let holder = holder(of: path) { tree.modify(holder) { $0.value = nil } }
        windows = windows.filter { window, node in
            guard window.path != path, let rest = path.relative(to: window.path) else { return true }
            return node[rest.keeping(1)].isNull
        }
        uses = uses.filter { $0.key.window.isAll ? tree[$0.key.path]?.value != nil : windows[$0.key] != nil }
    }

    /// Returns the value at a path, or `nil` if the cache does not hold all of it.
    package func node(at path: Path) -> Node? {
        holder(of: path).flatMap { tree[$0]?.value?[path.dropping($0.count)] }
    }

    /// Returns the shallowest path at or above `path` that has a stored value, or `nil`.
    private func holder(of path: Path) -> Path? {
        (0...path.count).lazy.map { path.keeping($0) }.first { tree[$0]?.value != nil }
    }

    /// Returns the stored content of a window.
    package func content(of query: Query) -> Node? { windows[query] }

    /// Records a use of stored data.
    mutating func use(_ query: Query) {
        lastUse += 1
        uses[query] = lastUse
    }
}
