import DatasyncTree
import DatasyncWire

/// The listens of a server, found by the write that concerns them.
///
/// A write costs one step for each changed node with listeners, and O(log n) for each window that it changes. It does not
/// visit windows or nodes below that it leaves unchanged.
struct Listeners: Sendable {
    private var tree = PathTree<NodeListeners>()

    var isEmpty: Bool { tree.isEmpty }

    /// Adds a listener of a query whose node has a value.
    mutating func add(_ listener: Listener, to key: ListenKey, over node: Node) {
        tree.modify(key.path) { branch in
            // Taken out, so that the change does not copy it.
            var listeners = branch.value.take() ?? NodeListeners()
            listeners.add(listener, to: key.window, over: node)
            branch.value = listeners
        }
    }

    /// Removes a session's listener; returns whether it was the last one with bounds or a limit in its order.
    mutating func remove(_ session: SessionID, from key: ListenKey) -> Bool {
        tree.modify(key.path) { branch in
            guard var listeners = branch.value.take() else { return false }
            let wasLast = listeners.remove(session, from: key.window)
            if !listeners.isEmpty { branch.value = listeners }
            return wasLast
        }
    }

    /// Returns a session's listener of a query, if it has one.
    func listener(of session: SessionID, to key: ListenKey) -> Listener? {
        tree[key.path]?.value?.listeners(of: key.window).listener(of: session)
    }

    /// Returns whether a session has a default listen at or above a path.
    func covers(_ path: Path, for session: SessionID) -> Bool {
        var branch: PathTree<NodeListeners>? = tree
        for depth in 0...path.count {
            if let listeners = branch?.value, listeners.listensToAll(session) { return true }
            if depth < path.count { branch = branch?.child(path[depth]) }
        }
        return false
    }

    /// Returns whether a node has a listener with bounds or a limit in an order.
    func hasWindows(at path: Path, by order: Order) -> Bool { tree[path]?.value?.hasWindows(by: order) ?? false }

    /// Visits all listeners, bottom-up.
    func visit(_ visit: (ListenKey, Listener) -> Void) {
        tree.visit { path, listeners in listeners.visit { visit(ListenKey(path: path, window: $0), $1) } }
    }

    /// Visits the nodes with listeners at, above and below a path whose size exceeds a limit.
    func forEachNode(around path: Path, of root: Node, above limit: Int, _ visit: (Path, NodeListeners) -> Void) {
        guard root.size > limit else { return }
        var (branch, node, place) = (tree, root, Path.root)
        for key in path {
            if let listeners = branch.value, node.size > limit { visit(place, listeners) }
            guard let next = branch.child(key) else { return }
            (branch, node, place) = (next, node[key], place.child(key))
        }
        Self.visitLarge(branch, node, place, limit, visit)
    }

    private static func visitLarge(
        _ branch: PathTree<NodeListeners>, _ node: Node, _ place: Path, _ limit: Int,
        _ visit: (Path, NodeListeners) -> Void
    ) {
        guard node.size > limit else { return }
        for (key, child) in branch.children { visitLarge(child, node[key.key], place.child(key.key), limit, visit) }
        if let listeners = branch.value { visit(place, listeners) }
    }

    // MARK: Writes

    /// The queries of a node that a write may concern.
    struct Concerned: Sendable {
        let path: Path
        /// The queries for all children, with their listeners.
        let complete: [(window: Window, listeners: WindowListeners)]
        /// The other queries, each once.
        let filtered: [(window: Window, listeners: WindowListeners)]
    }

    /// Returns the queries that a write may concern, the nodes above the written path first.
    func concerned(by write: AppliedWrite) -> [Concerned] {
        if write.changed.isEmpty { return [] }
        var found: [Concerned] = []
        var (branch, old, new, place) = (tree, write.before, write.after, Path.root)
        for key in write.write.path {
            if let listeners = branch.value {
                found.append(listeners.concerned(at: place, by: [(key, old[key], new[key])]))
            }
            guard let next = branch.child(key) else { return found }
            (branch, old, new, place) = (next, old[key], new[key], place.child(key))
        }
        Self.find(branch, old, new, place, &found)
        return found
    }

    /// Finds the queries at and below a node that has changed.
    private static func find(
        _ branch: PathTree<NodeListeners>, _ old: Node, _ new: Node, _ place: Path, _ found: inout [Concerned]
    ) {
        let hasWindows = branch.value?.hasWindows == true
        guard hasWindows || branch.children.count > 8 else {
            if let listeners = branch.value { found.append(listeners.concerned(at: place, by: [])) }
            for (key, child) in branch.children {
                let (old, new) = (old[key.key], new[key.key])
                if old != new { find(child, old, new, place.child(key.key), &found) }
            }
            return
        }
        var differences: [(key: Key, old: Node, new: Node)] = []
        new.children.forEachDifference(from: old.children) { differences.append(($0, $1, $2)) }
        if let listeners = branch.value { found.append(listeners.concerned(at: place, by: differences)) }
        if branch.children.isEmpty { return }
        for (key, old, new) in differences {
            if let child = branch.child(key) { find(child, old, new, place.child(key), &found) }
        }
    }

    /// Records what the windows show after a write.
    mutating func update(_ concerned: [Concerned], after root: Node) {
        for node in concerned where node.filtered.contains(where: { $0.window.limit != nil }) {
            let value = root[node.path]
            tree.modify(node.path) { branch in
                for (window, _) in node.filtered where window.limit != nil {
                    branch.value?.update(window, over: value)
                }
            }
        }
    }
}

/// The listeners at one node, by query.
struct NodeListeners: Sendable {
    /// The listeners of the default query; most nodes have no others.
    private var all = WindowListeners()
    /// The listeners of all children in another order.
    private var reordered: [Window: WindowListeners] = [:]
    /// The listeners of queries with bounds or a limit.
    private var filtered: [Window: WindowListeners] = [:]
    /// The windows of the filtered queries by order.
    private var ranges: [Order: WindowRanges] = [:]

    var isEmpty: Bool { all.isEmpty && reordered.isEmpty && filtered.isEmpty }
    var hasWindows: Bool { !filtered.isEmpty }

    func hasWindows(by order: Order) -> Bool { ranges[order] != nil }

    func listeners(of window: Window) -> WindowListeners {
        if window.isDefault { return all }
        return (window.isAll ? reordered[window] : filtered[window]) ?? WindowListeners()
    }

    func listensToAll(_ session: SessionID) -> Bool {
        all.listener(of: session) != nil || reordered.contains { $0.value.listener(of: session) != nil }
    }

    func visit(_ visit: (Window, Listener) -> Void) {
        for listener in all.inOrder { visit(.all, listener) }
        for (window, listeners) in [reordered, filtered].joined() {
            for listener in listeners.inOrder { visit(window, listener) }
        }
    }

    mutating func add(_ listener: Listener, to window: Window, over node: Node) {
        if window.isDefault { return all.add(listener) }
        if window.isAll { return reordered[window, default: WindowListeners()].add(listener) }
        filtered[window, default: WindowListeners()].add(listener)
        ranges[window.order, default: WindowRanges()].set(window, over: node)
    }

    /// Removes a listener, and returns whether it was the last one of its order with bounds or a limit.
    mutating func remove(_ session: SessionID, from window: Window) -> Bool {
        if window.isDefault {
            all.remove(session)
            return false
        }
        if window.isAll {
            reordered[window]?.remove(session)
            if reordered[window]?.isEmpty == true { reordered[window] = nil }
            return false
        }
        filtered[window]?.remove(session)
        guard filtered[window]?.isEmpty == true else { return false }
        filtered[window] = nil
        ranges[window.order]?.remove(window)
        guard ranges[window.order]?.isEmpty == true else { return false }
        ranges[window.order] = nil
        return true
    }

    mutating func update(_ window: Window, over node: Node) { ranges[window.order]?.set(window, over: node) }

    /// Returns the queries that some changes of children may concern.
    fileprivate func concerned(at path: Path, by changes: [(key: Key, old: Node, new: Node)]) -> Listeners.Concerned {
        var complete: [(window: Window, listeners: WindowListeners)] = all.isEmpty ? [] : [(.all, all)]
        for (window, listeners) in reordered { complete.append((window, listeners)) }
        var found: [(window: Window, listeners: WindowListeners)] = []
        for (order, ranges) in ranges {
            var windows: Set<Window> = []
            if changes.count > ranges.count {
                windows.formUnion(ranges.windows)
            } else {
                for (key, old, new) in changes {
                    ranges.forEach(around: key, old, new, by: order) { windows.insert($0) }
                }
            }
            found += windows.map { ($0, listeners(of: $0)) }
        }
        return Listeners.Concerned(path: path, complete: complete, filtered: found)
    }
}

/// The listeners of one query, in the order of their sessions.
struct WindowListeners: Sendable {
    private(set) var inOrder: [Listener] = []

    var isEmpty: Bool { inOrder.isEmpty }

    func listener(of session: SessionID) -> Listener? {
        let index = index(of: session)
        return index < inOrder.count && inOrder[index].session == session ? inOrder[index] : nil
    }

    mutating func add(_ listener: Listener) {
        // Most sessions listen in the order in which they were opened.
        guard let last = inOrder.last, !(last.session < listener.session) else { return inOrder.append(listener) }
        inOrder.insert(listener, at: index(of: listener.session))
    }

    mutating func remove(_ session: SessionID) {
        let index = index(of: session)
        if index < inOrder.count, inOrder[index].session == session { inOrder.remove(at: index) }
    }

    /// Returns the index of the first listener of a session, or of a later session.
    private func index(of session: SessionID) -> Int {
        var (low, high) = (0, inOrder.count)
        while low < high {
            let middle = (low + high) / 2
            if inOrder[middle].session < session { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
