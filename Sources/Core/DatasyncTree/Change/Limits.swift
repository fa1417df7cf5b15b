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
        try checkChildren(count: children.count, keyBytes: children.keyBytes, at: path)
    }

    /// Checks the number of children of a node, and the total length of their keys in UTF-8 bytes.
    ///
    /// - Throws: As for ``checkChildren(of:at:)``.
    package func checkChildren(count: Int, keyBytes: Int, at path: Path) throws(DatasyncError) {
        if count > children {
            throw DatasyncError(
                .tooLarge, at: path.description,
                "The node \(path) would have \(count) children; the limit is \(children). Spread them over more nodes.")
        }
        if keyBytes > self.keyBytes {
            throw DatasyncError(
                .tooLarge, at: path.description,
                "The keys below \(path) would take \(keyBytes) bytes; the limit is \(self.keyBytes). Use shorter keys.")
        }
    }

    /// Checks the children that a written value and all nodes above it would have.
    ///
    /// - Parameters:
    ///   - value: The value, not null.
    ///   - path: Its path, without a priority.
    ///   - root: The data before the write.
    /// - Throws: As for ``checkChildren(of:at:)``.
    package func checkChildren(writing value: Node, at path: Path, in root: Node) throws(DatasyncError) {
        try checkAllChildren(of: value, at: path)
        var node = root
        for (depth, key) in path.enumerated() {
            let child = node[key]
            let (count, keyBytes) =
                if case .inner(let children) = node.content {
                    (children.count, children.keyBytes)
                } else {
                    (0, 0)
                }
            try checkChildren(
                count: count + (child.isNull ? 1 : 0), keyBytes: keyBytes + (child.isNull ? key.byteCount : 0),
                at: path.keeping(depth))
            node = child
        }
    }

    /// Checks the children of every node of a written value.
    ///
    /// - Throws: As for ``checkChildren(of:at:)``.
    package func checkAllChildren(of node: Node, at path: Path) throws(DatasyncError) {
        // The size includes the keys and at least four bytes for each child, so a small node is within both limits.
        guard node.size > min(self.children, keyBytes), case .inner(let children) = node.content else { return }
        try checkChildren(of: node, at: path)
        for (key, child) in children { try checkAllChildren(of: child, at: path.child(key)) }
    }
}
