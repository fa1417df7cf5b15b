package import DatasyncTree

/// A write of this client that the back end has not answered: a set has one part, a merge one for each listed path.
package struct PendingWrite: Sendable {
    /// A path of the write and what it puts there.
    package struct Part: Sendable {
        package let path: Path
        package let node: Node
    }

    /// The place of the write: of a merge the place that its listed paths are relative to.
    package let path: Path
    package let parts: [Part]
    package let isMerge: Bool
    /// Whether the application sees it before the answer.
    ///
    /// An invisible write shows nothing and touches nothing.
    package let isVisible: Bool

    package static func set(_ node: Node, at path: Path, isVisible: Bool = true) -> PendingWrite {
        PendingWrite(path: path, parts: [Part(path: path, node: node)], isMerge: false, isVisible: isVisible)
    }

    /// A merge; its parts in plain text order of their paths.
    package static func merge(_ children: [(Path, Node)], at path: Path) -> PendingWrite {
        let parts = children.map { Part(path: path.appending($0.0), node: $0.1) }
        return PendingWrite(
            path: path, parts: parts.sorted { $0.path.isTextuallyBefore($1.path) }, isMerge: true, isVisible: true)
    }
}

/// The writes of this client that the back end has not answered, in write order, and what they show together.
///
/// Adding a write and taking an answered one away cost O(path), whatever else is pending. Only taking away the newest of
/// several writes at a place rebuilds, once, what newer writes below it show.
package struct PendingWrites: Sendable {
    private var writes = OrderedMap<Int, PendingWrite>()
    private(set) var visible = PendingWriteTree()
    private var invisible = PendingWriteTree()
    /// What the visible writes show.
    package private(set) var overlay = Overlay.empty

    package init() {}

    package var isEmpty: Bool { writes.isEmpty }

    package subscript(number: Int) -> PendingWrite? { writes[number] }

    package mutating func add(_ write: PendingWrite, number: Int) {
        writes.set(write, for: number)
        for part in write.parts {
            if write.isVisible {
                visible.add(part.node, number: number, at: part.path)
                overlay.write(part.node, at: part.path)
            } else {
                invisible.add(part.node, number: number, at: part.path)
            }
        }
    }

    /// What taking a write away has done.
    struct Removal {
        let write: PendingWrite
        /// Whether what shows at the write's own place can have changed: not when it was invisible or a newer write covers all
        /// of it.
        var mayShow = false
        /// A place above, whose own pending primitive shows again or differently, as nothing replaces it any longer.
        var restoredPlace: Path?
    }

    /// Takes an answered write away.
    mutating func remove(number: Int) -> Removal? {
        guard let write = writes.removeValue(for: number) else { return nil }
        var removal = Removal(write: write)
        guard write.isVisible else {
            for part in write.parts { invisible.remove(part.node, number: number, at: part.path) }
            return removal
        }
        for part in write.parts { visible.remove(part.node, number: number, at: part.path) }
        for part in write.parts {
            guard let place = rebuild(at: part.path, without: number) else { continue }
            if removal.restoredPlace.map({ place.count < $0.count }) ?? true { removal.restoredPlace = place }
        }
        removal.mayShow = (coverings(of: write.path).map(\.number).max() ?? -1) < number
        return removal
    }

    /// Whether a visible pending write is at, above or below a path: then its value is not acknowledged.
    package func touches(_ path: Path) -> Bool {
        let (passed, last) = visible.trees(to: path)
        return passed.contains { !$0.own.isEmpty } || (last?.count ?? 0) > 0
    }

    /// What tells of the children of a place whether writes touch them.
    package func touchedKeys(below path: Path) -> TouchedKeys {
        let (passed, last) = visible.trees(to: path)
        let covers = passed.contains { !$0.own.isEmpty } || last.map { !$0.own.isEmpty } ?? false
        return TouchedKeys(coversAll: covers, tree: covers ? nil : last)
    }

    /// The value at a path with all writes over it, invisible ones too, except some.
    package func value(at path: Path, over server: Node, without excluded: Set<Int>) -> Node {
        var parts: [(number: Int, path: Path, node: Node)] = []
        for tree in [visible, invisible] {
            let (passed, last) = tree.trees(to: path)
            for (depth, tree) in passed.enumerated() {
                let rest = path.dropping(depth)
                for (number, node) in tree.own { parts.append((number, .root, node[rest])) }
            }
            last?.collect(after: -1, at: .root, into: &parts)
        }
        var result = server
        for part in parts.sorted(by: { $0.number < $1.number }) where !excluded.contains(part.number) {
            result.set(part.node, at: part.path)
        }
        return result
    }

    /// Whether a write at or above a path gives its whole value, invisible ones too, except some.
    package func covers(_ path: Path, without excluded: Set<Int>) -> Bool {
        [visible, invisible].contains { tree in
            let (passed, last) = tree.trees(to: path)
            return (passed + [last].compactMap(\.self)).contains { tree in
                tree.own.contains { !excluded.contains($0.key) }
            }
        }
    }

    /// The newest visible write of each place at or above a path that has one, shallower places first.
    private func coverings(of path: Path) -> [(number: Int, depth: Int, node: Node)] {
        let (passed, last) = visible.trees(to: path)
        let trees = passed.count == path.count ? passed + [last].compactMap(\.self) : passed
        return trees.enumerated().compactMap { depth, tree in tree.own.last.map { ($0.key, depth, $0.value) } }
    }

    /// Brings the overlay up to date after a write at a path was taken away.
    ///
    /// Where a pending write above put a primitive on the way, what is below decides whether the primitive shows, so that
    /// everything from there down is built anew.
    ///
    /// - Parameters:
    ///   - path: A place that the write wrote.
    ///   - number: Its number.
    /// - Returns: The place of such a primitive, when something else shows there now.
    private mutating func rebuild(at path: Path, without number: Int) -> Path? {
        let coverings = coverings(of: path)
        guard let newest = coverings.max(by: { $0.number < $1.number }) else {
            let rest = visible.trees(to: path).last
            overlay.replace(at: path, with: rest.map(Overlay.init) ?? .empty, tree: visible)
            return nil
        }
        defer { overlay.refresh(along: path, tree: visible) }
        let hitsPrimitive = coverings.contains { $0.node.hasPrimitive(above: path.dropping($0.depth)) }
        guard hitsPrimitive else {
            if newest.number < number {
                let base = newest.node[path.dropping(newest.depth)]
                let tree = visible.trees(to: path).last
                overlay.write(tree?.replayed(on: base, after: newest.number) ?? base, at: path)
            }
            return nil
        }
        let place = path.keeping(coverings[0].depth)
        let tree = visible.trees(to: place).last
        let value = tree?.replayed(on: coverings[0].node, after: coverings[0].number) ?? .null
        if overlay.covering(place) == value { return nil }
        overlay.write(value, at: place)
        return place
    }
}

extension Node {
    /// Whether there is a primitive on the way to a path, short of its end.
    fileprivate func hasPrimitive(above path: Path) -> Bool {
        var node = self
        for key in path {
            if node.isLeaf { return true }
            node = node[key]
        }
        return false
    }
}

/// Tells of the children of one place whether visible pending writes touch them.
package struct TouchedKeys: Sendable {
    let coversAll: Bool
    let tree: PendingWriteTree?

    package func contains(_ key: Key) -> Bool { coversAll || tree?.child(key) != nil }
}
