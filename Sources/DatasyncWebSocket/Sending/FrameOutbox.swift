#if WebSocket
    import DatasyncConcurrency
    package import NIOCore
    package import NIOWebSocket

    /// The sending side of a server's WebSocket connection: frames as bytes.
    ///
    /// A type without parameters, so that other modules call specialised code.
    package final class FrameOutbox: Sendable {
        private let outbox: Outbox<ByteBuffer>

        /// Creates the outbox of a channel; see ``Outbox/init(channel:limit:write:timer:overflowed:)``.
        package init(
            channel: any Channel, limit: Int, write: @escaping Outbox<ByteBuffer>.Writer,
            timer: Outbox<ByteBuffer>.Timer? = nil, overflowed: @escaping @Sendable (any Channel) -> Void
        ) {
            outbox = Outbox(channel: channel, limit: limit, write: write, timer: timer, overflowed: overflowed)
        }

        /// Sends the frames of one message after those before; no other frame comes between them.
        ///
        /// `group`: Flushes the outbox later, together with others; without one, the outbox is flushed at once.
        package func send(_ message: [ByteBuffer], flushedBy group: FlushGroup? = nil) {
            let action = outbox.add(message, bytes: \.readableBytes)
            guard let group else { return outbox.act(on: action) }
            let isNew = if case .schedule = action { true } else { false }
            if !isNew { outbox.act(on: action) }
            group.add(isNew ? outbox : nil, bytes: message.reduce(0) { $0 + $1.readableBytes })
        }

        /// Sends the frames that wait, then a close frame, then closes the channel; see ``Outbox/end(with:linger:)``.
        @discardableResult
        package func end(
            with code: WebSocketErrorCode, because reason: String = "", linger: TimeAmount = .zero
        ) -> Bool {
            outbox.end(with: FrameBytes.closing(code, reason: reason), linger: linger)
        }

        /// Discards the frames that wait; later frames have no effect.
        package func discard() { outbox.discard() }
    }

    /// The connections that have received frames, flushed together with one task for each event loop.
    ///
    /// While many messages are delivered to many connections, each connection gathers its own, and sends them at once.
    package final class FlushGroup: Sendable {
        private struct Core: Sendable {
            var waiting: [Outbox<ByteBuffer>] = []
            /// The number of bytes since the last flush.
            var bytes = 0
        }

        /// The number of bytes after which the group is flushed by itself, so that it withholds few from one connection.
        private static let limit = 4 << 20

        private let core = ContendedGuarded(Core())

        package init() {}

        /// Notes the bytes of a message, and its connection unless that waits already.
        func add(_ outbox: Outbox<ByteBuffer>?, bytes: Int) {
            let isFull = core.withLock { core in
                if let outbox { core.waiting.append(outbox) }
                core.bytes += bytes
                return core.bytes >= Self.limit
            }
            if isFull { flush() }
        }

        /// Flushes the connections that have received frames since the last call.
        package func flush() {
            let outboxes = core.withLock { core in
                defer { core = Core() }
                return core.waiting
            }
            if outboxes.isEmpty { return }
            for outboxes in Dictionary(grouping: outboxes, by: { ObjectIdentifier($0.eventLoop) }).values {
                outboxes[0].eventLoop.execute {
                    for outbox in outboxes { outbox.flush() }
                }
            }
        }
    }
#endif
