import DatasyncTree
import DatasyncWire

/// An executed write, the source of the pushes for the listeners.
struct AppliedWrite: Sendable {
    let write: Write
    /// The written paths whose value has changed; set by ``findChanges()``.
    private(set) var changed: [Path] = []
    let before: Node
    /// The data after the write, possibly with more indexes.
    var after: Node

    init(write: Write, before: Node, after: Node) {
        self.write = write
        self.before = before
        self.after = after
    }

    /// Finds the paths that have changed; only listeners need them.
    mutating func findChanges() {
        if before.isIdentical(to: after) { return }
        changed = write.parts.map(write.place).filter { before[$0] != after[$0] }
    }

    /// Returns the push for the listeners of a query, without a tag; `nil` if nothing in the query has changed.
    ///
    /// The push takes listeners to the state after the write in one transition. A merge is pushed as a merge of the
    /// changes inside the query, also to listeners below its path, so a small part costs few bytes however large the
    /// listened node is.
    func push(for window: Window, at path: Path) -> Push? {
        if write.path.isAtOrBelow(path) {
            return window.isAll ? completePush(at: write.path) : windowPush(window, at: path)
        }
        guard write.isMerge, !changed.contains(where: { path.isAtOrBelow($0) }) else {
            let (old, new) = (window.cut(before[path]), window.cut(after[path]))
            return old == new ? nil : .set(path: path, node: new, tag: nil)
        }
        return window.isAll ? completePush(at: path) : windowPush(window, at: path)
    }

    /// Returns the changes at and below a path, for listeners that receive everything there; `nil` if there are none.
    private func completePush(at path: Path) -> Push? {
        guard write.isMerge else { return .set(path: path, node: after[path], tag: nil) }
        let children = changed.compactMap { place in place.relative(to: path).map { ($0, after[place]) } }
        return children.isEmpty ? nil : .merge(path: path, children: children, tag: nil)
    }

    /// Returns the changes inside a window of a node whose children the write changes.
    ///
    /// Children that leave the window are pushed as null, children that enter it in full. Unless the order is by key, a
    /// child that stays is also pushed in full, since its position may have changed.
    private func windowPush(_ window: Window, at path: Path) -> Push? {
        let (old, new) = (before[path], after[path])
        var children: [(key: Key, old: Node, new: Node)] = []
        let note = { (key: Key, old: Node, new: Node) in children.append((key, old, new)) }
        if window.limit == nil {
            new.children.forEachDifference(from: old.children) { key, old, new in
                let (gone, shown) = (window.isInRange(key, old) ? old : .null, window.isInRange(key, new) ? new : .null)
                if gone != shown { note(key, gone, shown) }
            }
        } else {
            window.cut(new).children.forEachDifference(from: window.cut(old).children, note)
        }
        if children.isEmpty { return nil }
        let key = write.path.relative(to: path)?.first
        if !write.isMerge, key == nil { return .set(path: path, node: window.cut(new), tag: nil) }
        if children.count == 1, children[0].key == key, stays(children[0], in: window) {
            return completePush(at: write.path)
        }
        return merge(children, window, at: path)
    }

    /// Returns whether a child is inside the window before and after the write, at the same position.
    private func stays(_ child: (key: Key, old: Node, new: Node), in window: Window) -> Bool {
        window.order == .key && !child.old.isNull && !child.new.isNull
    }

    /// Returns the push of changed children; for those that stay in a merge, only the written parts.
    private func merge(_ children: [(key: Key, old: Node, new: Node)], _ window: Window, at path: Path) -> Push {
        var parts: [Key: [Path]] = [:]
        if write.isMerge, window.order == .key {
            for place in changed {
                guard let part = place.relative(to: path), let key = part.first else { continue }
                parts[key, default: []].append(part)
            }
        }
        let pushed = children.flatMap { child -> [(Path, Node)] in
            guard stays(child, in: window), let parts = parts[child.key] else {
                return [(Path([child.key]), child.new)]
            }
            return parts.map { ($0, child.new[$0.tail]) }
        }
        return .merge(path: path, children: pushed, tag: nil)
    }
}
