import DatasyncTree

/// The position of one value in an encoding: the coding path and the depth.
struct WritingPosition {
    let pass: EncodingPass
    let trail: CodingTrail
    /// The number of levels between the root of the tree and the value.
    let depth: Int

    /// The path of the value in the tree, as text.
    var place: String { pass.path.text(with: trail.keys) }

    /// Returns the position of a child.
    ///
    /// - Parameters:
    ///   - key: The coding key of the child.
    ///   - type: The type that holds the child, for messages.
    ///   - levels: The number of keys in the name; more than one if a merge member's name is a path.
    /// - Returns: The position.
    /// - Throws: `EncodingError` if the child exceeds the depth limit.
    func child(_ key: any CodingKey, of type: Any.Type, levels: Int = 1) throws -> WritingPosition {
        let child = WritingPosition(pass: pass, trail: trail.appending(key), depth: depth + levels)
        guard child.depth <= Path.maximumDepth else {
            throw child.failure(
                .invalidValue, type,
                "The member of \(type) at \(child.place) lies deeper than the limit of \(Path.maximumDepth) levels; "
                    + "flatten the data.")
        }
        return child
    }

    /// Returns an error about a value at this position.
    func failure(_ code: WebcomError.SDKCode, _ value: Any, _ message: String) -> EncodingError {
        let reason = WebcomError(code, at: place, message)
        return .invalidValue(
            value,
            EncodingError.Context(codingPath: trail.keys, debugDescription: message, underlyingError: reason))
    }

    /// Returns the node of a child of a usual type, or of a list of such values.
    ///
    /// - Parameter value: The value of the child.
    /// - Returns: The node; `nil` for other types, and for a value whose position matters to an error or a loss.
    func node<Value>(ofChild value: Value) -> Node? {
        // A list has one level more.
        guard depth < Path.maximumDepth - 1 else { return nil }
        let type: Any.Type = Value.self
        if type == String.self { return (value as? String).map(Node.string) }
        if type == Int.self { return (value as? Int).flatMap(Node.exact) }
        if type == Double.self { return (value as? Double).flatMap(Node.finite) }
        if type == Bool.self { return (value as? Bool).map(Node.boolean) }
        if type == [String].self { return (value as? [String]).flatMap { Node(list: $0, Node.string) } }
        if type == [Int].self { return (value as? [Int]).flatMap { Node(list: $0, Node.exact) } }
        if type == [Double].self { return (value as? [Double]).flatMap { Node(list: $0, Node.finite) } }
        if type == [Bool].self { return (value as? [Bool]).flatMap { Node(list: $0, Node.boolean) } }
        return nil
    }

    /// Encodes a value; returns `nil` if the value must be left out.
    func encode<Value: Encodable>(_ value: Value) throws -> Encoded? {
        if let writable = value as? any NodeWritable { return try writable.encoded(at: self) }
        return try written(by: Value.self) { try value.encode(to: $0) }
    }

    /// Returns the value that a closure writes to an encoder; an empty object if it writes nothing.
    func written(by type: Any.Type, _ write: (NodeWriter) throws -> Void) throws -> Encoded {
        let writer = NodeWriter(self, type: type)
        try write(writer)
        return writer.value ?? .object(EncodedObject(type: type))
    }
}
