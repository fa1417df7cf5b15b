import DatasyncTree

/// An encoded value, with its members in written order and its nulls.
enum Encoded {
    case null
    case leaf(Node)
    case deferred(DeferredValue)
    case object(EncodedObject)
    case array(EncodedArray)
    /// The value of a nested encoder, which may still be written to.
    case open(NodeWriter)
}
