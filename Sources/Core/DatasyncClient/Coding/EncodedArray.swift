import DatasyncTree

/// The elements of an unkeyed container, shared by all containers requested from one encoder.
final class EncodedArray {
    /// The type that requested the container.
    let type: Any.Type
    var elements: [Encoded] = []

    init(type: Any.Type) { self.type = type }

    /// The value, if all elements are leaves; `nil` for other arrays, and for an empty one.
    var node: Node? {
        Node(list: elements) { if case .leaf(let node) = $0 { node } else { nil } }
    }
}
