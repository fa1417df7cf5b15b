#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import NIOCore

    /// The sender of a namespace's messages to its WebSocket sessions.
    struct SocketMessages: Sendable {
        let encoder: MessageEncoder
        /// Counts the sent frames.
        let sent: ServerMetrics.Counter
        /// Flushes the connections after the back end's deliveries; `nil` flushes each connection at once.
        private let group: FlushGroup?

        init(_ metrics: ServerMetrics, group: FlushGroup? = nil) {
            encoder = MessageEncoder(metrics.encodings)
            sent = metrics.messagesSent
            self.group = group
        }

        /// The estimated size above which a message is encoded only after the client has read the messages before it.
        private static let largeSize = 1 << 16

        /// Sends a message to one session.
        func send(_ message: BackendMessage, to outbox: FrameOutbox) {
            let size = message.estimatedSize
            if size > Self.largeSize {
                let encode: @Sendable () -> [ByteBuffer] = { [encoder, sent] in
                    let frames = encoder.frames(of: message)
                    sent.increment(by: frames.count)
                    return Self.pieces(of: frames)
                }
                if let group { return group.send(estimatedBytes: size, to: outbox, encode) }
                return outbox.send(estimatedBytes: size, encode)
            }
            let frames = encoder.frames(of: message)
            sent.increment(by: frames.count)
            if let group { group.send(frames, to: outbox) } else { outbox.send(frames) }
        }

        /// Passes on everything that must precede the end of a session.
        func settle(_ outbox: FrameOutbox) { group?.settle(outbox) }
    }

    extension SocketMessages {
        /// The size of a piece of a large message; the client counts as making progress after each piece.
        private static let pieceSize = 1 << 18

        /// Returns the bytes of frames as pieces of one buffer, whose memory goes back to the system as a whole.
        fileprivate static func pieces(of frames: [ByteBuffer]) -> [ByteBuffer] {
            var all = ByteBufferAllocator().buffer(capacity: frames.reduce(0) { $0 + $1.readableBytes })
            var ends: [Int] = []
            for frame in frames {
                all.writeImmutableBuffer(frame)
                // A piece ends with a complete frame, so that a close frame may follow it.
                if all.writerIndex - (ends.last ?? 0) >= pieceSize { ends.append(all.writerIndex) }
            }
            if ends.last != all.writerIndex { ends.append(all.writerIndex) }
            return ends.compactMap { all.readSlice(length: $0 - all.readerIndex) }
        }
    }

    /// The receiver of a push for several sockets of a namespace.
    final class JoinedReceiver: PortReceiver {
        private let messages: SocketMessages
        private let group: FlushGroup
        private let sockets: OutboxSet
        private let traced: [TracedSession]

        /// Joins the receivers of a push.
        ///
        /// - Parameters:
        ///   - receivers: The receivers of sockets; others cannot be joined.
        ///   - messages: Encodes the messages.
        ///   - group: Sends the frames to the sockets.
        init(_ receivers: [any PortReceiver], _ messages: SocketMessages, _ group: FlushGroup) {
            self.messages = messages
            self.group = group
            let receivers = receivers.compactMap { $0 as? SocketReceiver }
            sockets = OutboxSet(receivers.map(\.outbox))
            traced = receivers.compactMap(\.traced)
        }

        func receive(_ event: LinkEvent) {
            guard case .message(let message) = event else { return }
            if traced.first?.trace.isWatched == true {
                for session in traced { session.note(MessageDescription(message)) }
            }
            let frames = messages.encoder.frames(of: message)
            messages.sent.increment(by: frames.count * sockets.all.count)
            group.send(frames, to: sockets)
        }
    }

    extension BackendMessage {
        /// The size of the message's data in bytes, roughly the size of its text.
        fileprivate var estimatedSize: Int {
            switch self {
            case .response(let response): response.data?.size ?? 0
            case .push(let push): push.estimatedSize
            case .control: 0
            }
        }
    }

    extension Push {
        /// The size of the push's data in bytes, roughly the size of its text.
        var estimatedSize: Int {
            switch self {
            case .set(_, let node, _): node.size
            case .merge(_, let children, _): children.reduce(0) { $0 + $1.1.size }
            case .revoked, .authenticationRevoked, .securityDebug: 0
            }
        }
    }
#endif
