package import DatasyncTree

/// How much of a message in several frames has arrived.
package struct LoadingProgress: Sendable, Equatable {
    /// The path of the data; `nil` for a response, and before the first piece.
    package var path: Path?
    /// The number of bytes of text that have arrived.
    package var receivedBytes = 0
    /// The number of pieces that have arrived.
    package var receivedPieces = 0
    /// The number of pieces of the message.
    package let pieces: Int

    package init(pieces: Int) { self.pieces = pieces }
}
