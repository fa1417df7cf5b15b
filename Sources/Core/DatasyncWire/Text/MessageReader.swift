package import DatasyncTree

/// A reader of a back end's messages that reads the data of long ones while their frames arrive.
///
/// So it never holds the text of a message as a whole: in addition to the data, it holds at most one part of it and a frame.
/// That needs a message whose path (`p`) or request number (`r`) comes before its data; other messages are joined first.
package struct MessageReader: Sendable {
    private var frames = FrameCounter()
    private var long: LongMessage?
    private let partBytes: Int

    /// Creates a reader.
    ///
    /// - Parameter partBytes: The number of bytes above which a part of the data is read.
    package init(partBytes: Int = 64 << 10) { self.partBytes = partBytes }

    /// How much of the current message has arrived; `nil` between messages, and for messages of one frame.
    package var progress: LoadingProgress? { long?.progress }

    /// The number of bytes of text that are held.
    package var heldBytes: Int { long?.heldBytes ?? 0 }

    /// Accepts a frame, and returns the message that it completes.
    ///
    /// - Returns: The completed message, or `nil` if frames are missing.
    /// - Throws: ``DatasyncError``, whose message names the malformed part. The connection is unusable afterwards.
    package mutating func accept(_ frame: String) throws(DatasyncError) -> BackendMessage? {
        switch try frames.accept(frame, keepsZero: false) {
        case .message(let text): return try BackendMessage(text: text)
        case .count(let count):
            long = LongMessage(pieces: count, partBytes: partBytes)
            return nil
        case .piece(let piece, let missing):
            try long?.accept(piece)
            guard missing == 0 else { return nil }
            return try long.take()?.finish()
        }
    }
}

/// A message in several frames.
private struct LongMessage: Sendable {
    /// The reading of the data, from their opening bracket on.
    private struct DataReading {
        var divider: JSONDivider
        var data: LongData
    }

    private enum Stage {
        case beforeData
        case data(DataReading)
        /// After the data, which are not in the text; `nil` if their place is unknown and the text includes them.
        case behindData(LongData?)
    }

    private(set) var progress: LoadingProgress
    /// The text of the message, with `{}` in place of the data that are read separately.
    private var text: [UInt8] = []
    private var stage = Stage.beforeData

    private let partBytes: Int

    init(pieces: Int, partBytes: Int) {
        progress = LoadingProgress(pieces: pieces)
        self.partBytes = partBytes
    }

    var heldBytes: Int {
        if case .data(let reading) = stage { text.count + reading.divider.heldBytes } else { text.count }
    }

    mutating func accept(_ piece: String) throws(DatasyncError) {
        let bytes = Array(piece.utf8)
        progress.receivedBytes += bytes.count
        progress.receivedPieces += 1
        switch stage {
        case .beforeData:
            text += bytes
            guard let start = DataPlace.find(in: text), let data = LongData(behind: text[..<start]) else {
                // The data begin in the first piece, unless the path is of unusual length.
                stage = .behindData(nil)
                return
            }
            progress.path = data.path
            let rest = text[start...]
            text.removeSubrange(start...)
            stage = .data(DataReading(divider: JSONDivider(limit: partBytes), data: data))
            try read(rest)
        case .data: try read(bytes[...])
        case .behindData: text += bytes
        }
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>) throws(DatasyncError) {
        guard case .data(var reading) = stage else { return }
        // Only data with a single owner are edited in place.
        stage = .behindData(nil)
        let end = try reading.divider.accept(bytes) { part throws(DatasyncError) in try reading.data.add(part) }
        if let end {
            text += "{}".utf8
            text += bytes[end...]
            stage = .behindData(reading.data)
        } else {
            stage = .data(reading)
        }
    }

    /// Returns the message, after the last piece.
    consuming func finish() throws(DatasyncError) -> BackendMessage {
        guard case .behindData(let data) = stage else {
            throw DatasyncError(
                .malformedText, "The data of a message in \(progress.pieces) pieces do not end; a bracket is missing.")
        }
        let message = try BackendMessage(text: String(decoding: text, as: UTF8.self))
        return data?.completing(message) ?? message
    }
}
