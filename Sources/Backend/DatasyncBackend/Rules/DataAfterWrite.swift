import DatasyncTree

/// The data after a write: the data before it with one value replaced, which only happens where a rule looks.
package struct DataAfterWrite: Sendable {
    private let base: Node
    private let place: Path
    private let value: Node

    /// Creates data that are known as a whole.
    init(_ data: Node) { (base, place, value) = (.null, .root, data) }

    /// Creates the data after a write of one value.
    ///
    /// - Parameters:
    ///   - data: The data before the write.
    ///   - value: The value.
    ///   - place: The path of its node.
    init(_ data: Node, setting value: Node, at place: Path) { (base, self.place, self.value) = (data, place, value) }

    /// Returns the value at a path.
    subscript(path: Path) -> Node {
        let common = path.commonCount(with: place)
        if common == place.count { return value[path.dropping(common)] }
        // A node above the written one, or the priority of one.
        guard common < path.count, !path[common].isPriority else {
            let above = path.keeping(common)
            return base[above].setting(value, at: place.dropping(common))[path.dropping(common)]
        }
        return base[path]
    }

    /// Returns whether all nodes on a path certainly have a value, since the write gives one to the last of them.
    func givesValue(to path: Path) -> Bool { !place.isRoot && !value.isNull && place.isAtOrBelow(path) }
}
