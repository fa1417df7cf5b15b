import DatasyncTree

/// A counter of the frames of messages.
struct FrameCounter: Sendable {
    /// A frame, by its place in a message.
    enum Frame {
        /// A message of one frame.
        case message(String)
        /// The number of pieces of a message.
        case count(Int)
        /// A piece of a message, and the number of pieces that follow.
        case piece(String, missing: Int)
    }

    /// The maximum number of pieces of a message, which amounts to 256 Mi UTF-16 units of text.
    private static let maxPieces = 16_384
    private var missing = 0

    /// Accepts a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - keepsZero: Whether `0` is a message, the keep-alive of a client.
    /// - Returns: The place of the frame in its message.
    /// - Throws: ``DatasyncError`` `malformedText` for an empty frame or an invalid count. The connection is unusable
    ///   afterwards.
    mutating func accept(_ frame: String, keepsZero: Bool) throws(DatasyncError) -> Frame {
        if missing > 0 {
            missing -= 1
            return .piece(frame, missing: missing)
        }
        guard let count = Int(frame), frame.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
            guard !frame.isEmpty else {
                throw DatasyncError(.malformedText, "An empty frame; a message is a JSON object.")
            }
            return .message(frame)
        }
        if count == 0, keepsZero { return .message(frame) }
        guard count >= 1, count <= Self.maxPieces else {
            throw DatasyncError(
                .malformedText,
                "A message in \(frame.quoted(atMost: 20)) pieces; between 1 and \(Self.maxPieces) are possible.")
        }
        missing = count
        return .count(count)
    }
}
