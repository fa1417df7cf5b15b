import DatasyncTree
import DatasyncWire

/// An executed write, from which the pushes for the listeners are derived.
struct AppliedWrite: Sendable {
    let write: Write
    /// The written paths whose value has changed, after ``findChanges()``.
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
    func push(for window: Window, at path: Path) -> Push? {
        guard write.path.isAtOrBelow(path) else {
            let (old, new) = (window.cut(before[path]), window.cut(after[path]))
            return old == new ? nil : .set(path: path, node: new, tag: nil)
        }
        return window.isAll ? completePush : windowPush(window, at: path)
    }

    /// The write unchanged, for listeners that receive everything at its path.
    private var completePush: Push {
        guard write.isMerge else { return .set(path: write.path, node: after[write.path], tag: nil) }
        let children = changed.map { ($0.relative(to: write.path) ?? .root, after[$0]) }
        return .merge(path: write.path, children: children, tag: nil)
    }

    /// Returns the changes inside a window at or above the write.
    ///
    /// Children that leave the window are pushed as null, children that enter it in full. In another order than that of the
    /// keys, a child that stays is pushed in full too, since its place may have changed.
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
        guard let key = write.path.relative(to: path)?.first else {
            if write.isMerge { return merge(children, at: path) }
            return .set(path: path, node: window.cut(new), tag: nil)
        }
        let hasSameChildren =
            window.order == .key && children.count == 1 && children[0].key == key && !children[0].old.isNull
            && !children[0].new.isNull
        return hasSameChildren ? completePush : merge(children, at: path)
    }

    private func merge(_ children: [(key: Key, old: Node, new: Node)], at path: Path) -> Push {
        .merge(path: path, children: children.map { (Path([$0.key]), $0.new) }, tag: nil)
    }
}
