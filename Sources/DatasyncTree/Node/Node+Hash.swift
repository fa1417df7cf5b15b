extension Node {
    /// The hash by which client and server compare cached values: Base64 of SHA-1, the empty string for null.
    ///
    /// A leaf hashes `TYPE:VALUE` (`number:` and sixteen hexadecimal digits of the big-endian double), an inner node
    /// `:KEY:HASH` for each child by priority. A node with a priority hashes `priority:TYPE:VALUE:` before that. A node with more children than one page holds computes its hash once; an edit
    /// computes it again, from the hashes of the children.
    package var hash: String { String(decoding: hashBytes, as: UTF8.self) }

    private var hashBytes: [UInt8] {
        // The tree caches the hash of the children, without a priority of the node.
        if !isPrioritized, let hash = tree?.cachedHash { return hash }
        var text: [UInt8] = []
        if let priority = priority.primitive {
            text += "priority:".utf8
            Self.write(priority, to: &text)
            text.append(UInt8(ascii: ":"))
        }
        switch content {
        case .null: return []
        case .leaf(let primitive): Self.write(primitive, to: &text)
        case .inner(let children):
            text.reserveCapacity(children.keyBytes + children.count * 30)
            for (key, value) in children.entries(by: .priority) {
                text.append(UInt8(ascii: ":"))
                text += key.text.utf8
                text.append(UInt8(ascii: ":"))
                text += value.hashBytes
            }
        }
        let hash = Base64.text(of: SHA1.digest(of: text))
        if !isPrioritized { tree?.cacheHash(hash) }
        return hash
    }

    private static func write(_ primitive: Primitive, to text: inout [UInt8]) {
        switch primitive {
        case .string(let string):
            text += "string:".utf8
            text += string.utf8
        case .boolean(let flag): text += (flag ? "boolean:true" : "boolean:false").utf8
        case .number(let number):
            text += "number:".utf8
            for shift in stride(from: UInt64(60), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: number.bitPattern >> shift & 15)
                text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }

    /// Whether reading the hash visits no child.
    var isHashCached: Bool { tree?.cachedHash != nil }
}
