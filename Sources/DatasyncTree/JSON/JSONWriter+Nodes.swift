extension JSONWriter {
    /// Writes the canonical text of a node: members in key order, without arrays and priorities.
    mutating func write(_ node: Node) {
        if let root = node.root {
            write(byte: UInt8(ascii: "{"))
            writeChildren(of: root, isFirst: true)
            write(byte: UInt8(ascii: "}"))
        } else {
            write(node.primitive?.json ?? .null)
        }
    }

    private mutating func writeChildren(of page: ChildPage, isFirst: Bool) {
        let isLeaf = page.isLeaf
        for index in 0..<page.count {
            guard isLeaf else {
                writeChildren(of: page.page(index), isFirst: isFirst && index == 0)
                continue
            }
            if !isFirst || index > 0 { write(byte: UInt8(ascii: ",")) }
            write(quoted: page.entries[index].key.text)
            write(byte: UInt8(ascii: ":"))
            write(page.entries[index].node)
        }
    }
}
