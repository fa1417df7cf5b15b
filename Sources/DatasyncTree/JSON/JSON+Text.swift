extension JSON {
    /// The compact JSON text: no spaces, numbers in the shortest ECMAScript form.
    package var text: String { JSONWriter.text { $0.write(self) } }

    /// Appends the compact text as UTF-8 bytes.
    package func write(to bytes: inout [UInt8]) { JSONWriter.write(to: &bytes) { $0.write(self) } }

    /// Appends a string in quotes, with only the necessary escapes.
    package static func write(_ text: String, to bytes: inout [UInt8]) {
        JSONWriter.write(to: &bytes) { $0.write(quoted: text) }
    }
}
