package import DatasyncTree

/// A reader that joins frames into messages.
package struct FrameReader: Sendable {
    private var frames = FrameCounter()
    private var text = ""

    package init() {}

    /// Accepts a frame, and returns the message that it completes.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - keepsZero: Whether `0` is a message, the keep-alive of a client.
    /// - Returns: The text of the completed message, or `nil` if frames are missing.
    /// - Throws: ``DatasyncError`` `malformedText` for an empty frame or an invalid count. The connection is unusable
    ///   afterwards.
    package mutating func accept(_ frame: String, keepsZero: Bool) throws(DatasyncError) -> String? {
        switch try frames.accept(frame, keepsZero: keepsZero) {
        case .message(let text): return text
        case .count: return nil
        case .piece(let piece, let missing):
            text += piece
            if missing > 0 { return nil }
            defer { text = "" }
            return text
        }
    }
}
