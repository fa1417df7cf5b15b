extension Node {
    /// Returns the node as JSON, without priorities.
    ///
    /// - Parameter readsArrays: Whether some nodes become arrays: those whose keys are all canonical non-negative
    ///   integers, the largest less than twice the number of children. Holes become nulls. The raw form has no arrays.
    /// - Returns: The JSON.
    package func json(readsArrays: Bool) -> JSON {
        switch content {
        case .null: return .null
        case .leaf(let primitive): return primitive.json
        case .inner(let children):
            if readsArrays, let length = children.arrayLength {
                var elements = [JSON](repeating: .null, count: length)
                for (key, value) in children { elements[key.arrayIndex!] = value.json(readsArrays: true) }
                return .array(elements)
            }
            return .object(children.map { JSON.Member($0.key.text, $0.value.json(readsArrays: readsArrays)) })
        }
    }

    /// The canonical text: members in key order, without arrays and priorities.
    package var text: String { JSONWriter.text { $0.write(self) } }

    /// The node as JSON with all priorities: the form of the protocol.
    ///
    /// A node with children has its priority as the member `.priority`; a primitive with a priority becomes an object
    /// with the members `.value` and `.priority`.
    package var exportJSON: JSON {
        let priority = priority.primitive.map { JSON.Member(PriorityMember.priority, $0.json) }
        switch content {
        case .null: return .null
        case .leaf(let primitive):
            guard let priority else { return primitive.json }
            return .object([JSON.Member(PriorityMember.value, primitive.json), priority])
        case .inner(let children):
            let members = children.map { JSON.Member($0.key.text, $0.value.exportJSON) }
            return .object((priority.map { [$0] } ?? []) + members)
        }
    }

    /// Appends the text of the node with all priorities, as UTF-8 bytes; see ``exportJSON``.
    package func writeExport(to bytes: inout [UInt8]) {
        JSONWriter.write(to: &bytes) { $0.write(self, withPriorities: true) }
    }

    /// Creates a node from JSON, which may hold priorities.
    ///
    /// Nulls and empty objects are dropped; arrays become children `0`, `1`, ….
    ///
    /// - Throws: ``DatasyncError`` if the JSON is not valid data: forbidden keys, server values, too many levels.
    package init(_ json: JSON, at path: Path = .root) throws(DatasyncError) {
        let writeValue = try WriteValue(json, at: path, readsPriorities: true)
        guard writeValue.isPlain else {
            throw DatasyncError(
                .invalidValue, at: path.description,
                "The value at \(path) holds a server value (\".sv\"), which only writes may.")
        }
        self = writeValue.node
    }
}

extension Children {
    /// The length of the array that the children form, or `nil` if they form none.
    package var arrayLength: Int? {
        guard let last = last?.key.arrayIndex, last < 2 * count, allSatisfy({ $0.key.arrayIndex != nil }) else {
            return nil
        }
        return last + 1
    }
}
