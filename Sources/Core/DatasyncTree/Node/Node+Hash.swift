extension Node {
    /// The hash that client and server use to compare cached values: Base64 of SHA-1, or the empty string for null.
    ///
    /// A leaf hashes `TYPE:VALUE` (`number:` and sixteen hexadecimal digits of the big-endian double), an inner node
    /// `:KEY:HASH` for each child by priority. A node with a priority hashes `priority:TYPE:VALUE:` before that. An inner
    /// node caches its hash, which takes 64 bytes, until it is edited.
    ///
    /// Complexity: O(1) if the hash is cached; otherwise O(children) for each node below without a cached hash, and
    /// O(children × log children) for one with prioritized children.
    package var hash: String {
        if isNull { return "" }
        var text: [UInt8] = []
        appendHash(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text of the hash of a node other than null.
    private func appendHash(to text: inout [UInt8]) {
        if let cached = cachedHash { return Base64.append(cached.digest, to: &text) }
        // The hashed text is appended too, and then replaced by its hash: one array serves the whole tree.
        let start = text.count
        appendHashedText(to: &text)
        let digest = text.withUnsafeBytes { SHA1.digest(of: $0[start...]) }
        text.removeSubrange(start...)
        Base64.append(digest, to: &text)
        cacheHash(digest)
    }

    private func appendHashedText(to text: inout [UInt8]) {
        if let priority = priority.primitive {
            text += "priority:".utf8
            Self.append(priority, to: &text)
            text.append(UInt8(ascii: ":"))
        }
        switch content {
        case .null: break
        case .leaf(let primitive): Self.append(primitive, to: &text)
        case .inner(let children):
            for (key, value) in children.entries(by: .priority) {
                text.append(UInt8(ascii: ":"))
                text += key.text.utf8
                text.append(UInt8(ascii: ":"))
                value.appendHash(to: &text)
            }
        }
    }

    private static func append(_ primitive: Primitive, to text: inout [UInt8]) {
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

    /// The digest, computed from the children's hashes even if a digest is cached; the node must not be null.
    var computedDigest: SHA1.Digest {
        var text: [UInt8] = []
        appendHashedText(to: &text)
        return text.withUnsafeBytes { SHA1.digest(of: $0[...]) }
    }

    /// Whether reading the hash visits no child.
    var isHashCached: Bool { cachedHash != nil }
}
