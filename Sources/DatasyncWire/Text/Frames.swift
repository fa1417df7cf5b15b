package import DatasyncTree

/// Cuts messages into frames: one, or a frame with the decimal count of pieces and then the pieces.
package enum Frames {
    /// The most UTF-16 units of one frame.
    package static let limit = 16_384

    /// The frames of a message, none longer than `limit` UTF-16 units and none cut inside a surrogate pair.
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

/// Puts frames together again.
package struct FrameReader: Sendable {
    /// The most pieces of one message: 256 MiB of text.
    private static let maxPieces = 16_384
    private var missing = 0
    private var text = ""

    package init() {}

    /// Takes a frame; answers a message when it is whole.
    ///
    /// `keepsZero`: Whether `0` is a message of its own, a client's keep-alive.
    /// - Returns: The text of the message that the frame completes, or `nil` while there is none.
    /// - Throws: ``DataError`` `malformedText` for a count that cannot be, after which the connection is of no use.
    package mutating func accept(_ frame: String, keepsZero: Bool) throws(DataError) -> String? {
        if missing > 0 {
            text += frame
            missing -= 1
            if missing > 0 { return nil }
            defer { text = "" }
            return text
        }
        guard let count = Int(frame), frame.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
            guard !frame.isEmpty else { throw DataError(.malformedText, "An empty frame; a message is a JSON object.") }
            return frame
        }
        if count == 0, keepsZero { return frame }
        guard count >= 1, count <= Self.maxPieces else {
            throw DataError(
                .malformedText,
                "A message in \(frame.quoted(atMost: 20)) pieces; between 1 and \(Self.maxPieces) are possible.")
        }
        missing = count
        return nil
    }
}
