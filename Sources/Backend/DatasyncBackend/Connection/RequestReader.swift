package import DatasyncTree
package import DatasyncWire

/// A reader of a client's frames as messages.
package struct RequestReader: Sendable {
    /// The content of a frame that completes a message.
    package enum Input: Sendable {
        case message(ClientMessage)
        /// The response to a malformed request, with the reason.
        case malformed(Response)
        /// The request's number cannot be read: the connection is shut down, and later frames do not count.
        case refused(reason: String)
    }

    private var frames = FrameReader()
    private var isRefused = false
    private let limits: JSONParser.Limits

    /// Creates a reader.
    ///
    /// - Parameter limits: The limits at which reading a message stops.
    package init(limits: JSONParser.Limits = JSONParser.Limits()) { self.limits = limits }

    /// Reads a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - mayWrite: Returns whether a write of the client at a path may be allowed; if not, its data are not read.
    /// - Returns: The content of the message that the frame completes; `nil` if frames are missing, or the connection was
    ///   refused.
    package mutating func accept(_ frame: String, mayWrite: (Path) -> Bool = { _ in true }) -> Input? {
        switch join(frame) {
        case nil: nil
        case .success(let frames)?: read(frames.text, mayWrite: mayWrite)
        case .failure(let error)?: refuse(error.message)
        }
    }

    /// Adds a frame, and returns the frames of the message that it completes.
    package mutating func join(_ frame: String) -> Result<JoinedFrames, DatasyncError>? {
        if isRefused { return nil }
        do throws(DatasyncError) {
            return try frames.join(frame, keepsZero: true).map { .success($0) }
        } catch {
            return .failure(error)
        }
    }

    /// Reads the text of a message.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - mayWrite: Returns whether a write of the client at a path may be allowed; if not, its data are not read.
    /// - Returns: The message, or the reason why it cannot be read.
    package mutating func read(_ text: String, mayWrite: (Path) -> Bool = { _ in true }) -> Input {
        do throws(MalformedRequest) {
            return .message(try ClientMessage(text: text, limits: limits, mayWrite: mayWrite))
        } catch {
            guard let number = error.number else { return refuse(error.reason) }
            return .malformed(Response(number: number, status: error.status, reason: error.reason))
        }
    }

    package mutating func refuse(_ reason: String) -> Input {
        isRefused = true
        return .refused(reason: reason)
    }
}
