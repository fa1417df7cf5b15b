import DatasyncTree

/// An encoded value, with its members in written order and its nulls.
enum Encoded {
    case null
    /// A value that is stored as it is: a primitive, or children without a null, deferred or empty value among them.
    case leaf(Node)
    case deferred(DeferredValue)
    case object(EncodedObject)
    case array(EncodedArray)
    /// The value of a nested encoder, which may still be written to.
    case open(NodeWriter)

    /// The value as a leaf, if it can be one; otherwise unchanged.
    ///
    /// For a value whose `encode(to:)` has returned, which may write to its containers no more.
    var compact: Encoded {
        switch self {
        case .object(let object): object.node.map(Encoded.leaf) ?? self
        case .array(let array): array.node.map(Encoded.leaf) ?? self
        default: self
        }
    }
}
