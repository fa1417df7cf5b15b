package import DatasyncTree

/// The pending writes of this client in write order, and their combined result.
///
/// Adding a write and removing one costs O(path), independent of other pending writes. One exception: removing the newest
/// of several writes at a path applies the newer writes below that path again, once. The newest write stays outside the trees
/// if no other write concerns its path, until another one comes or the general path needs the trees. So a client that waits for
/// each response, and whose operations take the usual walk, does not change them.
package struct PendingWrites: Sendable {
    /// The writes by path, and the combined result of the visible ones.
    struct Trees: Sendable {
        var visible = PendingWriteTree()
        var invisible = PendingWriteTree()
        var overlay = Overlay.empty

        mutating func add(_ write: PendingWrite, number: Int) {
            for part in write.parts {
                if write.isVisible {
                    visible.add(part.node, number: number, at: part.path)
                    overlay.write(part.node, at: part.path)
                } else {
                    invisible.add(part.node, number: number, at: part.path)
                }
            }
        }
    }

    /// The facts about a write that is not in the trees.
    private struct Unindexed: Sendable {
        let number: Int
        let setsPriority: Bool
        /// The path of a visible set; `nil` for other writes.
        let path: Path?
    }

    var writes = NumberedQueue<PendingWrite>()
    /// The trees of all writes except the unindexed one.
    var storedTrees = Trees()
    /// The newest write while it is not in the trees.
    ///
    /// It is either the only write, or a visible set, not of a priority, whose path no other visible write touches.
    private var unindexed: Unindexed?

    package init() {}

    package var isEmpty: Bool { writes.isEmpty }

    package subscript(number: Int) -> PendingWrite? { writes[number] }

    var visible: PendingWriteTree { trees.visible }
    var invisible: PendingWriteTree { trees.invisible }
    /// The combined result of the visible writes.
    package var overlay: Overlay {
        let trees = trees
        var overlay = trees.overlay
        overlay.writes = trees.visible
        return overlay
    }

    /// Whether a visible pending write sets a priority.
    var setsPriority: Bool {
        unindexed?.setsPriority == true || storedTrees.visible.priorityCount > 0
    }

    private var trees: Trees {
        guard let unindexed, let write = writes[unindexed.number] else { return storedTrees }
        var trees = storedTrees
        trees.add(write, number: unindexed.number)
        return trees
    }

    /// Adds the unindexed write to the trees, before they are read several times.
    mutating func index() {
        guard let unindexed, let write = writes[unindexed.number] else { return }
        storedTrees.add(write, number: unindexed.number)
        self.unindexed = nil
    }

    package mutating func add(_ write: consuming PendingWrite, number: Int) {
        index()
        if writes.isEmpty || isSeparate(write) {
            unindexed = Unindexed(
                number: number, setsPriority: write.isVisible && write.setsPriority,
                path: write.isMerge || !write.isVisible ? nil : write.path)
        } else {
            storedTrees.add(write, number: number)
        }
        writes.append(write, number: number)
    }

    /// Returns whether a write is a visible set of a value whose path no write in the trees concerns.
    private func isSeparate(_ write: PendingWrite) -> Bool {
        !write.isMerge && write.isVisible && !write.setsPriority && storedTrees.isUntouched(write.path)
    }

    /// The consequences of removing a write.
    struct Removal {
        let write: PendingWrite
        /// Whether the visible value at the write's path may have changed.
        ///
        /// `false` if the write was invisible, or if a newer write covers all of it.
        var mayShow = false
        /// The path at or above the write from which the visible value must be recomputed.
        ///
        /// Set if the write replaced a primitive of another pending write, and that primitive is visible again or changed.
        var restoredPlace: Path?
    }

    /// Removes a write; returns `nil` if the number is unknown.
    mutating func remove(number: Int) -> Removal? {
        guard let write = writes.remove(number) else { return nil }
        if unindexed?.number == number {
            unindexed = nil
            return Removal(write: write, mayShow: write.isVisible)
        }
        return storedTrees.remove(write, number: number)
    }

    /// Returns whether a visible pending write is at, above or below a path, which is then unacknowledged.
    package func touches(_ path: Path) -> Bool {
        overlap(with: path).touches(path.count)
    }

    /// Returns whether a visible pending write is at, above or below a path of another write.
    func touches(_ write: PendingWrite) -> Bool {
        write.isMerge ? write.parts.contains { touches($0.path) } : touches(write.path)
    }

    /// Returns the children of a node that visible pending writes touch.
    package func touchedKeys(below path: Path) -> TouchedKeys {
        let (passed, last) = visible.trees(to: path)
        let covers = passed.contains { !$0.own.isEmpty } || last.map { !$0.own.isEmpty } ?? false
        return TouchedKeys(coversAll: covers, tree: covers ? nil : last)
    }

    /// Returns the value at a path with all writes applied, invisible ones too, except those in `excluded`.
    package func value(at path: Path, over server: Node, without excluded: Set<Int>) -> Node {
        var parts: [NumberedWrite] = []
        for tree in [visible, invisible] {
            let (passed, last) = tree.trees(to: path)
            for (depth, tree) in passed.enumerated() {
                let rest = path.dropping(depth)
                for (number, node) in tree.own {
                    parts.append(NumberedWrite(number: number, path: .root, node: node[rest]))
                }
            }
            last?.collect(after: -1, at: .root, into: &parts)
        }
        var result = server
        for part in parts.sorted(by: { ($0.number, $0.step) < ($1.number, $1.step) })
        where !excluded.contains(part.number) {
            result.set(part.node, at: part.path)
        }
        return result
    }

    /// Returns whether a write at or above a path determines its whole value.
    ///
    /// Invisible writes count; those in `excluded` do not.
    package func covers(_ path: Path, without excluded: Set<Int>) -> Bool {
        [visible, invisible].contains { tree in
            let (passed, last) = tree.trees(to: path)
            return (passed + [last].compactMap(\.self)).contains { tree in
                tree.own.contains { !excluded.contains($0.key) }
            }
        }
    }

    /// The relation of the visible pending writes to a path.
    struct Overlap {
        /// The depth of the deepest node on the path with a write at, above or below it, or -1.
        var touchedDepth = -1
        /// Whether a write at or above the path determines its value.
        var isCovered = false

        func touches(_ depth: Int) -> Bool { depth <= touchedDepth }

        /// Includes a write at another path.
        mutating func add(writeAt written: Path, to path: Path) {
            let common = written.commonCount(with: path)
            if common == written.count {
                self = Overlap(touchedDepth: path.count, isCovered: true)
            } else {
                touchedDepth = max(touchedDepth, common)
            }
        }
    }

    /// Returns the relation of the visible pending writes to a path.
    func overlap(with path: Path) -> Overlap {
        var overlap = Overlap()
        if writes.isEmpty { return overlap }
        storedTrees.visible.find(path, from: 0, &overlap)
        if overlap.isCovered { return overlap }
        if let written = unindexed?.path {
            overlap.add(writeAt: written, to: path)
        } else if let unindexed, let write = writes[unindexed.number], write.isVisible {
            for part in write.parts { overlap.add(writeAt: part.path, to: path) }
        }
        return overlap
    }
}

extension PendingWrites.Trees {
    mutating func remove(_ write: PendingWrite, number: Int) -> PendingWrites.Removal {
        var removal = PendingWrites.Removal(write: write)
        guard write.isVisible else {
            for part in write.parts { invisible.remove(part.node, number: number, at: part.path) }
            return removal
        }
        for part in write.parts { visible.remove(part.node, number: number, at: part.path) }
        if !write.isMerge, isUntouched(write.path) {
            overlay.replace(at: write.path, with: .empty, tree: visible)
            removal.mayShow = true
            return removal
        }
        for part in write.parts {
            guard let place = rebuild(at: part.path, without: number) else { continue }
            if removal.restoredPlace.map({ place.count < $0.count }) ?? true { removal.restoredPlace = place }
        }
        removal.mayShow = (coverings(of: write.path).map(\.number).max() ?? -1) < number
        return removal
    }

    /// Returns whether no visible write is at, above or below a path.
    func isUntouched(_ path: Path) -> Bool {
        var overlap = PendingWrites.Overlap()
        visible.find(path, from: 0, &overlap)
        return !overlap.touches(path.count)
    }

    /// Returns the newest visible write of each path at or above `path` that has one, shallower paths first.
    private func coverings(of path: Path) -> [(number: Int, depth: Int, node: Node)] {
        let (passed, last) = visible.trees(to: path)
        let trees = passed.count == path.count ? passed + [last].compactMap(\.self) : passed
        return trees.enumerated().compactMap { depth, tree in tree.own.last.map { ($0.key, depth, $0.value) } }
    }

    /// Updates the overlay after a write at a path was removed.
    ///
    /// If a pending write put a primitive on the way to the path, the writes below it decide whether the primitive is visible.
    /// The overlay is then rebuilt from the shallowest covering write down. The same happens where priorities make the order of
    /// the writes count.
    ///
    /// - Parameters:
    ///   - path: A path of the removed write.
    ///   - number: The number of the removed write.
    /// - Returns: The path of that rebuild, if its visible value changed; otherwise `nil`.
    private mutating func rebuild(at path: Path, without number: Int) -> Path? {
        let coverings = coverings(of: path)
        guard let newest = coverings.max(by: { $0.number < $1.number }) else {
            let rest = visible.trees(to: path).last
            overlay.replace(at: path, with: rest.map(Overlay.init) ?? .empty, tree: visible)
            return nil
        }
        defer { overlay.refresh(along: path, tree: visible) }
        let place = path.keeping(coverings[0].depth)
        let covered = visible.trees(to: place).last
        let hitsPrimitive = coverings.contains { $0.node.hasPrimitive(above: path.dropping($0.depth)) }
        let countsOrder =
            path.last?.isPriority == true || (covered?.priorityCount ?? 0) > 0
            || coverings.contains { $0.node.hasPriority(on: path.dropping($0.depth)) }
        guard hitsPrimitive || countsOrder else {
            if newest.number < number {
                let base = newest.node[path.dropping(newest.depth)]
                let tree = visible.trees(to: path).last
                overlay.write(tree?.replayed(on: base, after: newest.number) ?? base, at: path)
            }
            return nil
        }
        let value = covered?.replayed(on: coverings[0].node, after: coverings[0].number) ?? .null
        if overlay.covering(place) == value { return nil }
        overlay.write(value, at: place)
        return place
    }
}

extension Node {
    /// Returns whether a node on a path, itself included, has a priority.
    fileprivate func hasPriority(on path: Path) -> Bool {
        var node = self
        for key in path where !node.isPrioritized { node = node[key] }
        return node.isPrioritized
    }

    /// Returns whether a primitive is on the way to a path, before its end.
    fileprivate func hasPrimitive(above path: Path) -> Bool {
        var node = self
        for key in path where !key.isPriority {
            if node.isLeaf { return true }
            node = node[key]
        }
        return false
    }
}
