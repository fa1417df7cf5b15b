#if Server
    import DatasyncConcurrency
    import NIOCore

    /// The channel on which a server accepts connections, while it runs.
    final class ListenerBox: Sendable {
        private let channel = Guarded<(any Channel)?>(nil)

        func set(_ channel: any Channel) { self.channel.withLock { $0 = channel } }

        /// Returns the channel, which the caller closes.
        func take() -> (any Channel)? {
            channel.withLock { channel in
                defer { channel = nil }
                return channel
            }
        }
    }
#endif
