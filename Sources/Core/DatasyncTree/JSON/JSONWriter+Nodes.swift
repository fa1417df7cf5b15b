extension JSONWriter {
    /// Writes a node with its members in key order, without arrays.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - withPriorities: Whether priorities are written, in the form of ``Node/exportJSON``.
    mutating func write(_ node: Node, withPriorities: Bool = false) {
        let priority = withPriorities ? node.priority.primitive : nil
        guard let root = node.root else {
            guard let priority, let primitive = node.primitive else { return write(node.primitive) }
            write(byte: UInt8(ascii: "{"))
            write(PriorityMember.value, primitive)
            put(UInt8(ascii: ","))
            write(PriorityMember.priority, priority)
            return write(byte: UInt8(ascii: "}"))
        }
        write(byte: UInt8(ascii: "{"))
        if let priority { write(PriorityMember.priority, priority) }
        writeChildren(of: root, isFirst: priority == nil, withPriorities)
        write(byte: UInt8(ascii: "}"))
    }

    private mutating func write(_ primitive: Primitive?) {
        switch primitive {
        case nil: write(letters: "null")
        case .boolean(let flag): write(letters: flag ? "true" : "false")
        case .number(let number): write(number)
        case .string(let text): write(quoted: text)
        }
    }

    private mutating func write(_ name: String, _ primitive: Primitive) {
        write(quoted: name)
        put(UInt8(ascii: ":"))
        write(primitive)
    }

    private mutating func writeChildren(of page: ChildPage, isFirst: Bool, _ withPriorities: Bool) {
        let isLeaf = page.isLeaf
        for index in 0..<page.count {
            guard isLeaf else {
                writeChildren(of: page.page(index), isFirst: isFirst && index == 0, withPriorities)
                continue
            }
            if !isFirst || index > 0 { put(UInt8(ascii: ",")) }
            let entry = page.entries + index
            if let (word, count) = entry.pointee.key.shortText {
                put(UInt8(ascii: "\""))
                writeBytes(of: word, count)
                put(UInt8(ascii: "\""))
            } else {
                write(quoted: entry.pointee.key.text)
            }
            put(UInt8(ascii: ":"))
            // A number is read from the word, without retaining the node.
            if let number = Node.number(ofWord: entry.pointee.node.word) {
                write(number)
            } else {
                write(entry.pointee.node, withPriorities: withPriorities)
            }
        }
    }
}
