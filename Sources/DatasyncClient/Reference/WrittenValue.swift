package import DatasyncTree
package import DatasyncWire

/// A value that the application writes, before the location is checked and its path known.
package struct WrittenValue {
    private let makeWriteValue: (Path) throws(WebcomError) -> WriteValue
    private let makeParts: (Path) throws(WebcomError) -> [MergePart]

    private init(
        writeValue: @escaping (Path) throws(WebcomError) -> WriteValue,
        parts: @escaping (Path) throws(WebcomError) -> [MergePart]
    ) {
        makeWriteValue = writeValue
        makeParts = parts
    }

    /// The value as the back end gets it.
    ///
    /// - Throws: ``WebcomError`` that names the place inside the value, and the path.
    package func writeValue(at path: Path) throws(WebcomError) -> WriteValue { try makeWriteValue(path) }

    /// The parts of a merge of the value.
    ///
    /// - Throws: ``WebcomError``, also when the value is no object.
    package func parts(at path: Path) throws(WebcomError) -> [MergePart] { try makeParts(path) }

    /// Removes the value.
    package static var null: WrittenValue { .json(.success(.null)) }

    /// Foundation's JSON values; `nil` removes.
    package static func foundation(_ value: Any?) -> WrittenValue { .json(JSON.written(value)) }

    package static func json(_ json: Result<JSON, WebcomError>) -> WrittenValue {
        WrittenValue { path throws(WebcomError) in
            try read(json, at: path) { json throws(DataError) in try WriteValue(json, at: path) }
        } parts: { path throws(WebcomError) in
            try read(json, at: path) { json throws(DataError) in try MergePart.parts(json.arrayAsObject, at: path) }
        }
    }

    /// A value that the application encodes; `nil` removes.
    package static func encodable<Value: Encodable>(_ value: Value?, _ application: WebcomApplication) -> WrittenValue {
        WrittenValue { path throws(WebcomError) in
            try application.writeValue(value, at: path)
        } parts: { path throws(WebcomError) in
            let members = try value.map { value throws(WebcomError) in try application.members(value, at: path) }
            do throws(DataError) {
                return try MergePart.parts(members ?? [], at: path) { value, _ in value }
            } catch {
                throw WebcomError(error)
            }
        }
    }

    private static func read<Value>(
        _ json: Result<JSON, WebcomError>, at path: Path, _ body: (JSON) throws(DataError) -> Value
    ) throws(WebcomError) -> Value {
        switch json {
        case .failure(let error): throw error.inside(path)
        case .success(let json):
            do throws(DataError) {
                return try body(json)
            } catch {
                throw WebcomError(error)
            }
        }
    }
}

extension JSON {
    /// An array as the object that it is stored as; everything else as it is.
    fileprivate var arrayAsObject: JSON {
        guard let elements = array else { return self }
        return .object(elements.enumerated().map { Member(String($0.offset), $0.element) })
    }
}

extension WebcomError {
    /// An error at a place inside a value, as one at a place of the tree.
    fileprivate func inside(_ path: Path) -> WebcomError {
        let place = (path.isRoot ? "" : path.description) + (self.path ?? "")
        return WebcomError(code, at: place.isEmpty ? "/" : place, "At \(path): \(message)")
    }
}
