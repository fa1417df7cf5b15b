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
    private var visible = Layer()
    private var invisible = Layer()
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

    /// Takes an answered write away.
    ///
    /// - Returns: The write, and whether that can have changed what shows: not when it was invisible or a newer write covers
    ///   its whole place.
    package mutating func remove(number: Int) -> (write: PendingWrite, mayShow: Bool)? {
        guard let write = writes.removeValue(for: number) else { return nil }
        guard write.isVisible else {
            for part in write.parts { invisible.remove(part.node, number: number, at: part.path) }
            return (write, false)
        }
        for part in write.parts { visible.remove(part.node, number: number, at: part.path) }
        for part in write.parts { rebuild(at: part.path, without: number) }
        return (write, (newestCovering(write.path)?.number ?? -1) < number)
    }

    /// Whether a visible pending write is at, above or below a path: then its value is not acknowledged.
    package func touches(_ path: Path) -> Bool {
        let (passed, last) = visible.layers(to: path)
        return passed.contains { !$0.own.isEmpty } || (last?.count ?? 0) > 0
    }

    /// What tells of the children of a place whether writes touch them.
    package func touch(below path: Path) -> Touch {
        let (passed, last) = visible.layers(to: path)
        let covers = passed.contains { !$0.own.isEmpty } || last.map { !$0.own.isEmpty } ?? false
        return Touch(coversAll: covers, layer: covers ? nil : last)
    }

    /// The value at a path with all writes over it, invisible ones too, except some.
    package func value(at path: Path, over server: Node, without excluded: Set<Int>) -> Node {
        var parts: [(number: Int, path: Path, node: Node)] = []
        for layer in [visible, invisible] {
            let (passed, last) = layer.layers(to: path)
            for (depth, layer) in passed.enumerated() {
                let rest = path.dropFirst(depth)
                for (number, node) in layer.own { parts.append((number, .root, node[Path(Array(rest))])) }
            }
            last?.collect(after: -1, at: .root, into: &parts)
        }
        var result = server
        for part in parts.sorted(by: { $0.number < $1.number }) where !excluded.contains(part.number) {
            result.set(part.node, at: part.path)
        }
        return result
    }

    /// The newest visible write at or above a path, with its depth.
    private func newestCovering(_ path: Path) -> (number: Int, depth: Int, node: Node)? {
        let (passed, last) = visible.layers(to: path)
        let layers = passed.count == path.count ? passed + [last].compactMap(\.self) : passed
        return layers.enumerated()
            .compactMap { depth, layer in layer.own.last.map { ($0.key, depth, $0.value) } }
            .max { $0.0 < $1.0 }
    }

    private mutating func rebuild(at path: Path, without number: Int) {
        guard let newest = newestCovering(path) else {
            let rest = visible.layers(to: path).last
            overlay.replace(at: path, with: rest.map(Overlay.init) ?? .empty, layer: visible)
            return
        }
        if newest.number > number { return }
        // Older writes above decide what is here. Where one of them puts a primitive on the way, what is below it decides
        // whether the primitive shows, so the rebuilding starts at that write.
        let keys = Array(path)
        let rest = Path(Array(keys[newest.depth...]))
        let hitsPrimitive = (0..<rest.count).contains {
            newest.node[Path(Array(keys[newest.depth...].prefix($0)))].isLeaf
        }
        let place = hitsPrimitive ? Path(Array(keys.prefix(newest.depth))) : path
        let base = hitsPrimitive ? newest.node : newest.node[rest]
        let layer = visible.layers(to: place).last
        overlay.write(layer?.replayed(on: base, after: newest.number) ?? base, at: place)
    }
}

/// Tells of the children of one place whether visible pending writes touch them.
package struct Touch: Sendable {
    let coversAll: Bool
    let layer: Layer?

    package func contains(_ key: Key) -> Bool { coversAll || layer?.child(key) != nil }
}
