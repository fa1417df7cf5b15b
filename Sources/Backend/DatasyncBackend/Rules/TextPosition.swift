import DatasyncTree

/// A line and a column of a text, both counted from 1; columns count UTF-8 bytes.
package struct TextPosition: CustomStringConvertible, Sendable {
    package let line: Int
    package let column: Int

    init(of offset: Int, in bytes: some Collection<UInt8>) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == 10 {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }

    package var description: String { "line \(line), column \(column)" }
}
