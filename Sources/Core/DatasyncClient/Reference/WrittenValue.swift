package import DatasyncTree
package import DatasyncWire

/// A value that the application writes, before the path of the write is checked.
package struct WrittenValue {
    private enum Form {
        case set
        case merge
    }

    /// Returns the write of the value at a path.
    private let write: (Form, Path) throws(WebcomError) -> Write

    private init(_ write: @escaping (Form, Path) throws(WebcomError) -> Write) { self.write = write }

    /// Returns the value in the form sent to the back end.
    ///
    /// - Throws: ``WebcomError`` with the path of the error inside the value.
    package func writeValue(at path: Path) throws(WebcomError) -> WriteValue { try write(.set, path).parts[0].value }

    /// Returns the parts of a merge with the value.
    ///
    /// - Throws: ``WebcomError``, also if the value is not an object.
    package func parts(at path: Path) throws(WebcomError) -> [MergePart] { Array(try write(.merge, path).parts) }

    /// Creates a written value from its checked form; as a merge it has no parts.
    init(_ writeValue: WriteValue) {
        self.init { form, path throws(WebcomError) in
            form == .set ? .set(writeValue, at: path) : .merge([], at: path)
        }
    }

    /// The value that removes a node.
    package static var null: WrittenValue { .json(.success(.null)) }

    /// Returns a written value for Foundation's JSON; `nil` removes the node.
    ///
    /// - Parameters:
    ///   - value: The JSON.
    ///   - readsPriorities: As for ``json(_:readsPriorities:)``.
    /// - Returns: The written value.
    package static func foundation(_ value: Any?, readsPriorities: Bool = false) -> WrittenValue {
        .json(JSON.written(value), readsPriorities: readsPriorities)
    }

    /// Returns a written value for JSON.
    ///
    /// - Parameters:
    ///   - json: The JSON, or the error that the write fails with.
    ///   - readsPriorities: Whether members named `.priority` and `.value`, and such paths of a merge, set priorities.
    /// - Returns: The written value.
    package static func json(
        _ json: Result<JSON, WebcomError>, readsPriorities: Bool = false
    ) -> WrittenValue {
        WrittenValue { form, path throws(WebcomError) in
            try read(json, at: path) { json throws(DatasyncError) in
                switch form {
                case .set: .set(try WriteValue(json, at: path, readsPriorities: readsPriorities), at: path)
                case .merge:
                    .merge(
                        try MergePart.parts(json.arrayAsObject, at: path, readsPriorities: readsPriorities), at: path)
                }
            }
        }
    }

    /// Returns the value with a priority; null has no priority.
    package func withPriority(_ priority: WrittenValue) -> WrittenValue {
        WrittenValue { [self] form, path throws(WebcomError) in
            guard form == .set else { return try write(form, path) }
            let value = try writeValue(at: path)
            return .set(value.with(priority: try priority.writeValue(at: path.child(.priority))), at: path)
        }
    }

    /// Returns a written value that the application encodes; `nil` removes the node.
    package static func encodable<Value: Encodable>(_ value: Value?, _ application: WebcomApplication) -> WrittenValue {
        WrittenValue { form, path throws(WebcomError) in
            if form == .set { return .set(try application.writeValue(value, at: path), at: path) }
            let members = try value.map { value throws(WebcomError) in try application.members(value, at: path) }
            do throws(DatasyncError) {
                return .merge(try MergePart.parts(members ?? [], at: path) { value, _ in value }, at: path)
            } catch {
                throw WebcomError(error)
            }
        }
    }

    private static func read<Value>(
        _ json: Result<JSON, WebcomError>, at path: Path, _ body: (JSON) throws(DatasyncError) -> Value
    ) throws(WebcomError) -> Value {
        switch json {
        case .failure(let error): throw error.inside(path)
        case .success(let json):
            do throws(DatasyncError) {
                return try body(json)
            } catch {
                throw WebcomError(error)
            }
        }
    }
}

extension JSON {
    /// An array converted to the object that is stored; other values stay unchanged.
    fileprivate var arrayAsObject: JSON {
        guard let elements = array else { return self }
        return .object(elements.enumerated().map { Member(String($0.offset), $0.element) })
    }
}

extension WebcomError {
    /// Returns the error with a path in the tree instead of a path inside the written value.
    fileprivate func inside(_ path: Path) -> WebcomError {
        let place = (path.isRoot ? "" : path.description) + (self.path ?? "")
        return WebcomError(code, at: place.isEmpty ? "/" : place, "At \(path): \(message)")
    }
}
