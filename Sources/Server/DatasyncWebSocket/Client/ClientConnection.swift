#if WebSocket
    import DatasyncConcurrency
    import DatasyncWire
    import NIOCore
    import NIOWebSocket

    /// A connection of a ``WebSocketTransport``.
    ///
    /// ```
    ///   opening ── opened ──▶ open ── close or failed ──▶ closed
    ///      └──────────── close or failed ───────────────────┘
    /// ```
    final class ClientConnection: TransportConnection {
        typealias Receiver = @Sendable (TransportEvent) -> Void

        private enum State: Sendable {
            /// The frames are sent once the handshake is complete.
            case opening(frames: [String])
            case open(Outbox<WebSocketFrame>)
            case closed
        }

        private struct Core: Sendable {
            var state = State.opening(frames: [])
            /// The channel, from the start of the handshake.
            var channel: (any Channel)?
            var receiver: ApplicationOwned<Receiver>?
        }

        /// The core; its lock is never held while the receiver or a channel is called.
        private let core: Guarded<Core>

        init(_ receive: @escaping Receiver) { core = Guarded(Core(receiver: ApplicationOwned(receive))) }

        var isClosed: Bool { core.withLock { if case .closed = $0.state { true } else { false } } }

        // MARK: The application's side

        func send(_ frame: String) {
            let outbox = core.withLock { core -> Outbox<WebSocketFrame>? in
                switch core.state {
                case .opening(var frames):
                    core.state = .closed
                    frames.append(frame)
                    core.state = .opening(frames: frames)
                    return nil
                case .open(let outbox): return outbox
                case .closed: return nil
                }
            }
            outbox?.send(frame)
        }

        func close() {
            // The receiver is released outside the lock.
            let (state, channel, _) = end()
            switch state {
            case .opening: channel?.close(mode: .all, promise: nil)
            case .open(let outbox): outbox.end(with: .closing(.normalClosure, reason: "", maskKey: .random()))
            case .closed: break
            }
        }

        // MARK: The network's side

        /// Stores the channel of the handshake; closes it if the application has closed the connection.
        func attach(_ channel: any Channel) {
            let isClosed = core.withLock { core in
                if case .closed = core.state { return true }
                core.channel = channel
                return false
            }
            if isClosed { channel.close(mode: .all, promise: nil) }
        }

        /// Sends the frames that were waiting for the handshake.
        func opened(_ outbox: Outbox<WebSocketFrame>) {
            let frames = core.withLock { core -> [String]? in
                guard case .opening(let frames) = core.state else { return nil }
                // Sent under the lock, because later frames must come after these; the outbox only queues them.
                core.state = .open(outbox)
                for frame in frames { outbox.send(frame) }
                return frames
            }
            if frames == nil { outbox.end(with: nil) }
        }

        /// Delivers a frame; called on the event loop.
        func receive(_ frame: String) {
            let receiver = core.withLock(\.receiver)
            receiver?.value(.frame(frame))
        }

        /// Ends the connection with a reason, unless it has ended; if it is open, it may send a last frame.
        func failed(_ reason: String, isRefusal: Bool = false, final: WebSocketFrame? = nil) {
            let (state, channel, receiver) = end()
            receiver?.value(isRefusal ? .refused(reason: reason) : .closed(reason: reason))
            if case .open(let outbox) = state, let final {
                outbox.end(with: final)
            } else {
                channel?.close(mode: .all, promise: nil)
            }
        }

        private func end() -> (State, (any Channel)?, ApplicationOwned<Receiver>?) {
            core.withLock { core in
                defer { core = Core(state: .closed, receiver: nil) }
                return (core.state, core.channel, core.receiver)
            }
        }
    }

    extension Outbox<WebSocketFrame> {
        /// Sends a client's text frame, which is masked.
        fileprivate func send(_ text: String) {
            let data = ByteBuffer(string: text)
            send(
                WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: data), bytes: data.readableBytes + 14
            )
        }
    }
#endif
