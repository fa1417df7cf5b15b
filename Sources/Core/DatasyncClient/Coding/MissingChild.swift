import DatasyncTree

/// A child that is not stored, while the types at and below it are decoded.
final class MissingChild {
    let key: any CodingKey
    let parent: CodingTrail
    let isElement: Bool
    /// The types that are being decoded for the missing child, outermost first.
    private let types: [ObjectIdentifier]

    init(key: any CodingKey, parent: CodingTrail, isElement: Bool, types: [ObjectIdentifier] = []) {
        self.key = key
        self.parent = parent
        self.isElement = isElement
        self.types = types
    }

    /// Returns the child with a nested type added; `nil` if that type is already being decoded.
    ///
    /// Also returns `nil` at the depth limit.
    func entering(_ type: Any.Type) -> MissingChild? {
        guard !types.contains(ObjectIdentifier(type)), types.count < Path.maximumDepth else { return nil }
        return MissingChild(key: key, parent: parent, isElement: isElement, types: types + [ObjectIdentifier(type)])
    }

    /// Returns the error for a type that requires the child.
    func error(_ pass: DecodingPass, expected type: Any.Type) -> DecodingError {
        let path = isElement ? parent.appending(key).keys : parent.keys
        let place = pass.path.text(with: parent.appending(key).keys)
        let remedy =
            isElement ? "Decode an array of optionals, or write the element." : "Declare it optional, or write it."
        let reason = WebcomError(
            .decodingFailed, at: place, "Expected \(type) at \(place), found nothing stored there. \(remedy)")
        let context = DecodingError.Context(
            codingPath: path, debugDescription: reason.message, underlyingError: reason)
        return isElement ? .valueNotFound(type, context) : .keyNotFound(key, context)
    }
}
