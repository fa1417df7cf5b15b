package import DatasyncTree

/// A reader that joins frames into messages.
package struct FrameReader: Sendable {
    private var frames = FrameCounter()
    private var joined = JoinedFrames()

    package init() {}

    /// Accepts a frame, and returns the text of the message that it completes.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - keepsZero: Whether `0` is a message, the keep-alive of a client.
    /// - Returns: The text of the completed message, or `nil` if frames are missing.
    /// - Throws: ``DatasyncError`` `malformedText` for an empty frame or an invalid count. The connection is unusable
    ///   afterwards.
    package mutating func accept(_ frame: String, keepsZero: Bool) throws(DatasyncError) -> String? {
        try join(frame, keepsZero: keepsZero)?.text
    }

    /// Accepts a frame, and returns the frames of the message that it completes; their text may be read elsewhere.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - keepsZero: Whether `0` is a message, the keep-alive of a client.
    /// - Returns: The frames of the completed message, or `nil` if frames are missing.
    /// - Throws: ``DatasyncError`` `malformedText` for an empty frame or an invalid count. The connection is unusable
    ///   afterwards.
    package mutating func join(_ frame: String, keepsZero: Bool) throws(DatasyncError) -> JoinedFrames? {
        switch try frames.accept(frame, keepsZero: keepsZero) {
        case .message(let text): return JoinedFrames(text)
        case .count: return nil
        case .piece(let piece, let missing):
            joined.append(piece)
            if missing > 0 { return nil }
            defer { joined = JoinedFrames() }
            return joined
        }
    }
}
