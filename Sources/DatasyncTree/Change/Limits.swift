/// How much data may be where.
///
/// The back end decides; clients check what they can before they show a write.
package struct Limits: Sendable, Equatable {
    /// Children of one node.
    package var children = 50_000
    /// Sum of the lengths of the keys of one node, in UTF-8 bytes.
    package var keyBytes = 10 << 20
    /// One string, in UTF-8 bytes.
    package var string = 10 << 20
    /// The value of one write, in bytes as ``Node/size`` counts them.
    package var write = 10 << 20
    /// The data below one subscribed node, windowed or not, in bytes as ``Node/size`` counts them.
    package var listen = 10 << 20

    package init() {}

    /// Checks a written value: its size and that of its strings.
    ///
    /// - Throws: ``DataError`` `tooLarge` that names the place, the size and the limit.
    package func check(_ node: Node, at path: Path) throws(DataError) {
        if node.size > write {
            throw DataError(
                .tooLarge, at: path.description,
                "The value written at \(path) takes \(node.size) bytes; the limit for one write is \(write). Write it in parts."
            )
        }
        try checkStrings(node, at: path)
    }

    private func checkStrings(_ node: Node, at path: Path) throws(DataError) {
        guard node.size > string else { return }
        switch node {
        case .leaf(.string(let text)) where text.utf8.count > string:
            throw DataError(
                .tooLarge, at: path.description,
                "The string at \(path) takes \(text.utf8.count) bytes; the limit is \(string). Split it.")
        case .inner(let children):
            for (key, child) in children { try checkStrings(child, at: path.child(key)) }
        default: break
        }
    }

    /// Checks the children of a node as they would be after a write.
    ///
    /// - Throws: ``DataError`` `tooLarge` that names the node, what there is too much of and the limit.
    package func checkChildren(of node: Node, at path: Path) throws(DataError) {
        guard case .inner(let children) = node else { return }
        if children.count > self.children {
            throw DataError(
                .tooLarge, at: path.description,
                "The node \(path) would have \(children.count) children; the limit is \(self.children). Spread them over more nodes."
            )
        }
        if children.keyBytes > keyBytes {
            throw DataError(
                .tooLarge, at: path.description,
                "The keys below \(path) would take \(children.keyBytes) bytes; the limit is \(keyBytes). Use shorter keys."
            )
        }
    }

    /// Checks the children of every node of a written value.
    ///
    /// - Throws: As ``checkChildren(of:at:)``.
    package func checkAllChildren(of node: Node, at path: Path) throws(DataError) {
        guard case .inner(let children) = node else { return }
        try checkChildren(of: node, at: path)
        for (key, child) in children { try checkAllChildren(of: child, at: path.child(key)) }
    }
}
