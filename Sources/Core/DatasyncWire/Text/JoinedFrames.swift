/// The frames of a message, which are not copied until someone reads their text.
package struct JoinedFrames: Sendable {
    private var pieces: [String] = []
    private var first: String
    /// The size of the text in bytes.
    package private(set) var byteCount: Int

    init(_ first: String = "") {
        self.first = first
        byteCount = first.utf8.count
    }

    mutating func append(_ piece: String) {
        byteCount += piece.utf8.count
        pieces.append(piece)
    }

    /// The text, for which a large message is copied.
    package var text: String {
        if pieces.isEmpty { return first }
        var text = first
        text.reserveCapacity(byteCount)
        for piece in pieces { text += piece }
        return text
    }
}
