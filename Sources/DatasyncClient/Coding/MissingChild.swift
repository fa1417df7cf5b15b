import DatasyncTree

/// A child that is not stored, while the types at and below it are decoded from nothing.
struct MissingChild {
    let key: any CodingKey
    let parent: CodingTrail
    let isElement: Bool
    /// The types that are being decoded from nothing, outermost first.
    private var types: [ObjectIdentifier] = []

    init(key: any CodingKey, parent: CodingTrail, isElement: Bool) {
        self.key = key
        self.parent = parent
        self.isElement = isElement
    }

    /// The same child one type further in; `nil` when that type is already being decoded from nothing.
    func entering(_ type: Any.Type) -> MissingChild? {
        guard !types.contains(ObjectIdentifier(type)), types.count < Path.maximumDepth else { return nil }
        var copy = self
        copy.types.append(ObjectIdentifier(type))
        return copy
    }

    /// The error for a type that needs the child.
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
