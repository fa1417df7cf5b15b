extension Node {
    /// Returns the canonical text, truncated with "…" if it is long.
    ///
    /// Visits no more of the node than the text needs, so that descriptions of large nodes are cheap.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars.
    /// - Returns: The text, on one line.
    package func text(atMost limit: Int) -> String {
        var bytes: [UInt8] = []
        // A scalar has at most four bytes.
        write(to: &bytes, atMost: 4 * limit)
        return String(decoding: bytes, as: UTF8.self).abbreviated(atMost: limit)
    }

    private func write(to bytes: inout [UInt8], atMost limit: Int) {
        guard case .inner(let children) = content else { return json(readsArrays: false).write(to: &bytes) }
        var separator = UInt8(ascii: "{")
        for (key, child) in children {
            if bytes.count > limit { return }
            bytes.append(separator)
            JSON.write(key.text, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            child.write(to: &bytes, atMost: limit)
            separator = UInt8(ascii: ",")
        }
        bytes.append(UInt8(ascii: "}"))
    }
}

extension String {
    /// Returns the text on one line, truncated with "…" if it is long, for descriptions.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars.
    /// - Returns: The text, with spaces instead of line breaks.
    package func abbreviated(atMost limit: Int = 200) -> String {
        let shown = unicodeScalars.prefix(limit)
        let line = shown.map { Character($0).isNewline ? " " : $0 }
        return String(String.UnicodeScalarView(line)) + (shown.endIndex == unicodeScalars.endIndex ? "" : "…")
    }
}
