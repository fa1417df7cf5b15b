import DatasyncTree

/// The text of a rules document as people write it: with comments, line breaks in expressions, and trailing commas.
///
/// Spaces replace comments and trailing commas, so every other byte keeps its line and column.
struct RulesText {
    /// The text as JSON, whose strings may also have line breaks and tabs.
    let text: String
    let json: JSON
    /// The warnings about trailing commas.
    let warnings: [String]

    /// Reads UTF-8 bytes; a byte order mark at the start is skipped.
    ///
    /// - Throws: ``DatasyncError`` `malformedText` with the line and the column, or `tooLarge`.
    init(_ source: some Collection<UInt8>) throws(DatasyncError) {
        var bytes = Array(source.withoutMark)
        let commas = try Self.blank(&bytes)
        var limits = JSONParser.Limits()
        limits.allowsLineBreaks = true
        json = try JSONParser.parse(bytes, limits: limits)
        text = String(decoding: bytes, as: UTF8.self)
        warnings = commas.map { comma in
            "The comma at \(TextPosition(of: comma, in: bytes)) of the document is behind the last member; remove it."
        }
    }

    /// Replaces comments and trailing commas with spaces.
    ///
    /// - Returns: The indices of the trailing commas.
    private static func blank(_ bytes: inout [UInt8]) throws(DatasyncError) -> [Int] {
        var commas: [Int] = []
        // The last two bytes that are neither spaces nor in a comment.
        var (last, before) = (-1, -1)
        var index = 0
        while index < bytes.count {
            let start = index
            index += 1
            switch bytes[start] {
            case 9, 10, 13, 32: continue
            case UInt8(ascii: "/"):
                if let end = try endOfComment(in: bytes, from: start) {
                    for place in start..<end where bytes[place] != 10 && bytes[place] != 13 { bytes[place] = 32 }
                    index = end
                    continue
                }
            case UInt8(ascii: "\""):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if last >= 0, bytes[last] == UInt8(ascii: ","), before >= 0, !"{[,:".utf8.contains(bytes[before]) {
                    bytes[last] = 32
                    commas.append(last)
                }
            default: break
            }
            (before, last) = (last, start)
        }
        return commas
    }

    /// Returns the index after a comment; `nil` if none begins there.
    private static func endOfComment(in bytes: [UInt8], from start: Int) throws(DatasyncError) -> Int? {
        switch bytes[start...].dropFirst().first {
        case UInt8(ascii: "/"): return bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
        case UInt8(ascii: "*"):
            var index = start + 2
            while index + 1 < bytes.count {
                if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
                index += 1
            }
            let place = TextPosition(of: start, in: bytes)
            throw DatasyncError(
                .malformedText, at: "\(place)",
                "Malformed JSON at \(place): a comment that does not end; close it with */.")
        default: return nil
        }
    }
}
