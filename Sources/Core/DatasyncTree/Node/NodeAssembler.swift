/// An assembler of a node from the parts of its text that a ``JSONDivider`` cuts.
///
/// The result equals the node that ``Node/init(_:at:)`` reads from the whole text. A member that is null in one part and
/// occurs again in another counts once.
package struct NodeAssembler: Sendable {
    private let path: Path
    private var node = Node.null
    /// The priorities of nodes whose members are in several parts, each with the path below the node.
    private var priorities: [(path: Path, priority: Node)] = []

    /// Creates an assembler for the node at a path.
    package init(at path: Path) { self.path = path }

    /// Adds the next part.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - begun: The number of containers in it that began in an earlier part.
    ///   - open: The number of containers in it that continue in the next part.
    /// - Throws: ``DatasyncError`` if the part is not valid data; the assembler is unusable afterwards.
    package mutating func add(_ part: JSON, begun: Int, open: Int) throws(DatasyncError) {
        if begun == 0, open == 0 {
            node = try Node(part, at: path)
        } else {
            try add(part, begun, open, below: .root)
        }
    }

    /// Returns the node, after the last part.
    package consuming func finish() -> Node {
        for (place, priority) in priorities { node.modify(place) { $0 = $0.withPriority(priority) } }
        return node
    }

    /// Adds the members of a container that is not complete in the part.
    private mutating func add(
        _ container: JSON, _ begun: Int, _ open: Int, below place: Path
    ) throws(DatasyncError) {
        let members =
            container.members ?? container.array?.enumerated().map { JSON.Member(String($0.offset), $0.element) } ?? []
        var complete: [JSON.Member] = []
        /// The last member, if it begins in this part and continues in the next.
        var unfinished: (member: JSON.Member, open: Int)?
        for (index, member) in members.enumerated() {
            let begun = index == 0 ? max(0, begun - 1) : 0
            let open = index == members.count - 1 ? max(0, open - 1) : 0
            if begun > 0 {
                try add(member.value, begun, open, below: place.child(try key(member.name, in: place)))
            } else if open > 0 {
                unfinished = (member, open)
            } else if member.name == PriorityMember.priority {
                let priority = try Node(
                    [PriorityMember.value: true, PriorityMember.priority: member.value], at: path.appending(place)
                ).priority
                priorities.append((place, priority))
            } else {
                complete.append(member)
            }
        }
        let added = try Node(.object(complete), at: path.appending(place))
        guard !added.isLeaf else { throw failure(place, "has \".value\" beside children") }
        var repeated: Key?
        node.modify(place) { node in
            guard !node.isNull else {
                node = added
                return
            }
            for (key, child) in added.children {
                node.modifyChild(key) { present in
                    if !present.isNull { repeated = key }
                    present = child
                }
            }
        }
        if let repeated { throw duplicate(repeated, in: place) }
        // Added last: children that arrive in order leave full pages.
        if let (member, open) = unfinished {
            let key = try key(member.name, in: place)
            guard node[place.child(key)].isNull else { throw duplicate(key, in: place) }
            try add(member.value, 0, open, below: place.child(key))
        }
    }

    /// Returns the key of a member with children, checked as every reader of data does.
    private func key(_ name: String, in place: Path) throws(DatasyncError) -> Key {
        let probe = try Node(.object([JSON.Member(name, true)]), at: path.appending(place))
        guard let key = probe.children.first?.key else { throw failure(place, "has children in \"\(name)\"") }
        return key
    }

    private func duplicate(_ key: Key, in place: Path) -> DatasyncError {
        failure(place, "has the member \(key.text.quoted(atMost: 40)) twice")
    }

    private func failure(_ place: Path, _ problem: String) -> DatasyncError {
        let place = path.appending(place)
        return DatasyncError(.invalidValue, at: place.description, "The value at \(place) \(problem).")
    }
}
