import DatasyncTree

/// The division of messages into frames: a single frame, or a decimal count followed by that many pieces.
package enum Frames {
    /// The maximum length of a frame in UTF-16 units.
    package static let limit = 16_384

    /// Returns the frames of a message; none exceeds `limit` UTF-16 units or splits a surrogate pair.
    package static func cut(_ text: String, limit: Int = limit) -> [String] {
        if text.utf8.count <= limit || text.utf16.count <= limit { return [text] }
        var pieces: [String] = []
        var piece = String.UnicodeScalarView()
        var length = 0
        for scalar in text.unicodeScalars {
            let width = scalar.value > 0xFFFF ? 2 : 1
            if length + width > limit {
                pieces.append(String(piece))
                piece = String.UnicodeScalarView()
                length = 0
            }
            piece.append(scalar)
            length += width
        }
        pieces.append(String(piece))
        return [String(pieces.count)] + pieces
    }
}
