import DatasyncConcurrency

/// A queue that sends the frames of each message without frames of other messages in between, on any thread.
final class FrameQueue: Sendable {
    private let shell = Shell<Bool, String>(false)

    /// Cuts a message into frames and sends them, or leaves them to the thread that is already sending.
    func send(_ text: String, _ send: (String) -> Void) {
        _ = shell.perform(send) { _, frames in frames.append(contentsOf: Frames.cut(text)) }
    }
}
