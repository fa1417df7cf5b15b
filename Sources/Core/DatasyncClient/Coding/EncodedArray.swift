import DatasyncTree

/// The elements of an unkeyed container, shared by all containers requested from one encoder.
final class EncodedArray {
    /// The type that requested the container.
    let type: Any.Type
    var elements: [Encoded] = []

    init(type: Any.Type) { self.type = type }
}
