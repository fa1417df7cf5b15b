extension Node {
    /// The kinds of nodes.
    package enum Content {
        case null
        case leaf(Primitive)
        case inner(Children)
    }

    /// The kind of the node, for pattern matching; slower than the properties for single kinds.
    package var content: Content {
        if isNull { return .null }
        if let primitive { return .leaf(primitive) }
        return .inner(Children(withoutPriority))
    }
}
