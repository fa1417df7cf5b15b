#if Server
    import DatasyncConcurrency
    import NIOCore

    /// The channel on which a running server accepts connections.
    final class ListenerBox: Sendable {
        private enum State: Sendable {
            case new
            case starting
            /// Without a channel, the program around the server accepts the connections.
            case running((any Channel)?)
            case stopped
        }

        private let state = Guarded(State.new)

        /// Claims the start; `false` if the server was already started.
        func begin() -> Bool {
            state.withLock { state in
                guard case .new = state else { return false }
                state = .starting
                return true
            }
        }

        /// Records that the start failed, and allows another one.
        func fail() { state.withLock { if case .starting = $0 { $0 = .new } } }

        /// Stores the channel, if the server has one of its own; `false` if the server has been stopped meanwhile.
        func set(_ channel: (any Channel)?) -> Bool {
            state.withLock { state in
                guard case .starting = state else { return false }
                state = .running(channel)
                return true
            }
        }

        /// Whether the server runs.
        var isOpen: Bool { state.withLock { if case .running = $0 { true } else { false } } }

        /// Marks the server as stopped, and returns the channel for the caller to close.
        func stop() -> (any Channel)? {
            state.withLock { state in
                defer { state = .stopped }
                return if case .running(let channel) = state { channel } else { nil }
            }
        }
    }
#endif
