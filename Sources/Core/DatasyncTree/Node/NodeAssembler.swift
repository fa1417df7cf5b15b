/// An assembler of a node from the parts of its text that a ``JSONDivider`` cuts.
///
/// The result equals the node that ``Node/init(_:at:)`` reads from the whole text. A member that is null in one part and
/// occurs again in another counts once.
package struct NodeAssembler: Sendable {
    private let path: Path
    private var reader: DividedNode
    private var node = Node.null

    /// Creates an assembler for the node at a path.
    package init(at path: Path) {
        self.path = path
        reader = DividedNode(at: path)
    }

    /// Adds the next part.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - begun: The number of containers in it that began in an earlier part.
    ///   - open: The number of containers in it that continue in the next part.
    /// - Throws: ``DatasyncError`` if the part is not valid data; the assembler is unusable afterwards.
    package mutating func add(_ part: JSON, begun: Int, open: Int) throws(DatasyncError) {
        var reader = reader
        try reader.read(part, begun: begun, open: open) { event throws(DatasyncError) in try add(event) }
        self.reader = reader
    }

    /// Returns the node, after the last part.
    package consuming func finish() -> Node { node }

    private mutating func add(_ event: DividedNode.Event) throws(DatasyncError) {
        switch event {
        case .node(let whole): node = whole
        case .begin(let place):
            guard let key = place.last, let parent = place.parent, !node[place].isNull else { return }
            throw DividedNode.duplicate(key, of: path.appending(parent))
        case .children(let place, let children):
            var repeated: Key?
            node.modify(place) { repeated = Self.add(children, to: &$0) }
            if let repeated { throw DividedNode.duplicate(repeated, of: path.appending(place)) }
        case .end(let place, let priority): node.modify(place) { $0 = $0.withPriority(priority) }
        }
    }

    /// Adds children to a node, and returns one that it had already.
    private static func add(_ children: Children, to node: inout Node) -> Key? {
        guard !node.isNull else {
            node = Node(children)
            return nil
        }
        var repeated: Key?
        for (key, child) in children {
            node.modifyChild(key) { present in
                if !present.isNull { repeated = key }
                present = child
            }
        }
        return repeated
    }
}
