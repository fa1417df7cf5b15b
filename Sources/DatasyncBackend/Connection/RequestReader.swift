import DatasyncTree
package import DatasyncWire

/// The frames of a client, read as messages.
package struct RequestReader: Sendable {
    /// The content of a frame that completes a message.
    package enum Input: Sendable {
        case message(ClientMessage)
        /// The response to a malformed request, with the reason.
        case malformed(Response)
        /// Not even the number of the request can be read: the connection is shut down, and later frames do not count.
        case refused(reason: String)
    }

    private var frames = FrameReader()
    private var isRefused = false

    package init() {}

    /// Reads a frame; returns `nil` if it completes no message, or the connection was refused.
    package mutating func accept(_ frame: String) -> Input? {
        if isRefused { return nil }
        do throws(DatasyncError) {
            guard let text = try frames.accept(frame, keepsZero: true) else { return nil }
            return read(text)
        } catch {
            return refuse(error.message)
        }
    }

    private mutating func read(_ text: String) -> Input {
        do throws(MalformedRequest) {
            return .message(try ClientMessage(text: text))
        } catch {
            guard let number = error.number else { return refuse(error.reason) }
            return .malformed(Response(number: number, status: error.status, reason: error.reason))
        }
    }

    private mutating func refuse(_ reason: String) -> Input {
        isRefused = true
        return .refused(reason: reason)
    }
}
