import DatasyncConcurrency

/// Sends the frames of messages so that those of one message are never parted by those of another, whoever sends.
final class FrameQueue: Sendable {
    private let shell = Shell<Bool, String>(false)

    /// Cuts a message and sends its frames, or leaves that to whoever is sending just now.
    func send(_ text: String, _ send: (String) -> Void) {
        _ = shell.perform(send) { _, frames in frames.append(contentsOf: Frames.cut(text)) }
    }
}
