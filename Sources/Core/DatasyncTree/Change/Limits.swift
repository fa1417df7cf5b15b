/// The limits on the size of data.
///
/// The back end enforces them; clients check the limits they can before they deliver local events of a write.
package struct Limits: Sendable, Equatable {
    /// The number of children of one node.
    package var children = 50_000
    /// The total length of the keys of one node, in UTF-8 bytes.
    package var keyBytes = 10 << 20
    /// The length of one string, in UTF-8 bytes.
    package var string = 10 << 20
    /// The size of the value of one write, in bytes as in ``Node/size``.
    package var write = 10 << 20
    /// The size of one subscribed node, with or without a window, in bytes as in ``Node/size``.
    package var listen = 10 << 20

    package init() {}

    /// Checks the size of a written value and of its strings.
    ///
    /// - Throws: ``DatasyncError`` `tooLarge`, whose message names the path, the size and the limit.
    package func check(_ node: Node, at path: Path) throws(DatasyncError) {
        if node.size > write {
            throw DatasyncError(
                .tooLarge, at: path.description,
                "The value written at \(path) takes \(node.size) bytes; the limit for one write is \(write). Write it in parts."
            )
        }
        try checkStrings(node, at: path)
    }

    private func checkStrings(_ node: Node, at path: Path) throws(DatasyncError) {
        guard node.size > string else { return }
        switch node.content {
        case .leaf(.string(let text)) where text.utf8.count > string:
            throw DatasyncError(
                .tooLarge, at: path.description,
                "The string at \(path) takes \(text.utf8.count) bytes; the limit is \(string). Split it.")
        case .inner(let children):
            for (key, child) in children { try checkStrings(child, at: path.child(key)) }
        default: break
        }
    }

    /// Checks the children that a node has after a write.
    ///
    /// - Throws: ``DatasyncError`` `tooLarge`, whose message names the node, the exceeded quantity and the limit.
    package func checkChildren(of node: Node, at path: Path) throws(DatasyncError) {
        guard case .inner(let children) = node.content else { return }
        if children.count > self.children {
            throw DatasyncError(
                .tooLarge, at: path.description,
                "The node \(path) would have \(children.count) children; the limit is \(self.children). Spread them over more nodes."
            )
        }
        if children.keyBytes > keyBytes {
            throw DatasyncError(
                .tooLarge, at: path.description,
                "The keys below \(path) would take \(children.keyBytes) bytes; the limit is \(keyBytes). Use shorter keys."
            )
        }
    }

    /// Checks the children of every node of a written value.
    ///
    /// - Throws: As for ``checkChildren(of:at:)``.
    package func checkAllChildren(of node: Node, at path: Path) throws(DatasyncError) {
        guard case .inner(let children) = node.content else { return }
        try checkChildren(of: node, at: path)
        for (key, child) in children { try checkAllChildren(of: child, at: path.child(key)) }
    }
}
