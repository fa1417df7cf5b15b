extension Node {
    /// The hash by which client and server compare cached values: Base64 of SHA-1, the empty string for null.
    ///
    /// A leaf hashes `TYPE:VALUE` (`number:` and sixteen hexadecimal digits of the big-endian double), an inner node
    /// `:KEY:HASH` for each child in order.
    package var hash: String {
        var text: [UInt8] = []
        switch content {
        case .null: return ""
        case .leaf(.string(let string)): text += "string:\(string)".utf8
        case .leaf(.boolean(let flag)): text += "boolean:\(flag)".utf8
        case .leaf(.number(let number)):
            let digits = String(number.bitPattern, radix: 16)
            text += "number:".utf8
            text += String(repeating: "0", count: 16 - digits.count).utf8
            text += digits.utf8
        case .inner(let children):
            for (key, value) in children {
                text.append(UInt8(ascii: ":"))
                text += key.text.utf8
                text.append(UInt8(ascii: ":"))
                text += value.hash.utf8
            }
        }
        return Base64.encode(SHA1.digest(of: text))
    }
}
