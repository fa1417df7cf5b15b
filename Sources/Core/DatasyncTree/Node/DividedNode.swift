/// A reader of the parts of a node's text that a ``JSONDivider`` cuts.
///
/// It holds only the priorities of the nodes that continue in the next part.
package struct DividedNode: Sendable {
    /// Something found in a part.
    ///
    /// Its path is relative to the node.
    package enum Event {
        /// The whole node, which the text has in one part.
        case node(Node)
        /// A node begins whose children are in several parts.
        case begin(Path)
        /// Some children of a node that began, each with everything below it.
        case children(Path, Children)
        /// A node that began has no more children.
        case end(Path, priority: Node)
    }

    private let path: Path
    /// The priorities of the nodes that continue, the outermost first; `nil` if the text has none so far.
    private var priorities: [Node?] = []

    /// Creates a reader of the node at a path.
    package init(at path: Path) { self.path = path }

    /// Reads the next part.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - begun: The number of containers in it that began in an earlier part.
    ///   - open: The number of containers in it that continue in the next part.
    ///   - emit: Called with each event, in order.
    /// - Throws: ``DatasyncError`` if the part is not valid data, and the errors of `emit`. The reader is unusable afterwards.
    package mutating func read(
        _ part: JSON, begun: Int, open: Int, emit: (Event) throws(DatasyncError) -> Void
    ) throws(DatasyncError) {
        if begun == 0, open == 0 {
            try emit(.node(try Node(part, at: path)))
        } else {
            try read(part, begun, open, at: .root, emit)
        }
    }

    /// Reads a container that is not complete in the part.
    private mutating func read(
        _ container: JSON, _ begun: Int, _ open: Int, at place: Path, _ emit: (Event) throws(DatasyncError) -> Void
    ) throws(DatasyncError) {
        if begun == 0 {
            priorities.append(nil)
            try emit(.begin(place))
        }
        let members =
            container.members ?? container.array?.enumerated().map { JSON.Member(String($0.offset), $0.element) } ?? []
        var complete: [JSON.Member] = []
        for (index, member) in members.enumerated() {
            let begun = index == 0 ? max(0, begun - 1) : 0
            let open = index == members.count - 1 ? max(0, open - 1) : 0
            if begun > 0 {
                try read(member.value, begun, open, at: place.child(try key(member.name, in: place)), emit)
            } else if open > 0 {
                // The last member. Those before it come first, so that children in order leave full pages.
                try emit(.children(place, try children(complete, of: place)))
                return try read(member.value, 0, open, at: place.child(try key(member.name, in: place)), emit)
            } else if member.name == PriorityMember.priority {
                guard priorities[place.count] == nil else { throw Self.duplicate(.priority, of: path.appending(place)) }
                priorities[place.count] = try Node(
                    [PriorityMember.value: true, PriorityMember.priority: member.value], at: path.appending(place)
                ).priority
            } else {
                complete.append(member)
            }
        }
        try emit(.children(place, try children(complete, of: place)))
        if open == 0 { try emit(.end(place, priority: priorities.removeLast() ?? .null)) }
    }

    private func children(_ members: [JSON.Member], of place: Path) throws(DatasyncError) -> Children {
        let node = try Node(.object(members), at: path.appending(place))
        guard !node.isLeaf else { throw Self.failure(path.appending(place), "has \".value\" beside children") }
        return node.children
    }

    /// Returns the key of a member with children, checked as every reader of data does.
    private func key(_ name: String, in place: Path) throws(DatasyncError) -> Key {
        let probe = try Node(.object([JSON.Member(name, true)]), at: path.appending(place))
        guard let key = probe.children.first?.key else {
            throw Self.failure(path.appending(place), "has children in \"\(name)\"")
        }
        return key
    }

    private static func failure(_ place: Path, _ problem: String) -> DatasyncError {
        DatasyncError(.invalidValue, at: place.description, "The value at \(place) \(problem).")
    }

    /// Returns the error for a child that the text of a node has twice.
    package static func duplicate(_ key: Key, of place: Path) -> DatasyncError {
        failure(place, "has the member \(key.text.quoted(atMost: 40)) twice")
    }
}
