#if Server
    import DatasyncConcurrency
    import NIOCore

    /// The channel on which a server accepts connections, while it runs.
    final class ListenerBox: Sendable {
        private enum State: Sendable {
            case new
            case starting
            case running(any Channel)
            case stopped
        }

        private let state = Guarded(State.new)

        /// Claims the start; `false` if the server was started before.
        func begin() -> Bool {
            state.withLock { state in
                guard case .new = state else { return false }
                state = .starting
                return true
            }
        }

        /// Notes that the start failed, and allows another one.
        func fail() { state.withLock { if case .starting = $0 { $0 = .new } } }

        /// Notes the channel; `false` if the server was stopped meanwhile.
        func set(_ channel: any Channel) -> Bool {
            state.withLock { state in
                guard case .starting = state else { return false }
                state = .running(channel)
                return true
            }
        }

        /// Ends the life of the server, and returns the channel, which the caller closes.
        func stop() -> (any Channel)? {
            state.withLock { state in
                defer { state = .stopped }
                return if case .running(let channel) = state { channel } else { nil }
            }
        }
    }
#endif
