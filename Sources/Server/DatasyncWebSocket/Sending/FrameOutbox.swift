#if WebSocket
    package import NIOCore
    package import NIOWebSocket
    import Synchronization

    /// The sending side of a server's WebSocket connection: frames as bytes.
    ///
    /// A type without parameters, so that other modules call specialised code.
    package final class FrameOutbox: Sendable {
        let outbox: Outbox<ByteBuffer>
        /// The number of the latest messages that a ``FlushGroup`` has joined for this and other connections.
        private let latestMark = Atomic<UInt64>(0)

        /// Creates the outbox of a channel; see ``Outbox/init(channel:limit:memory:write:timer:overflowed:)``.
        package init(
            channel: any Channel, limit: Int, memory: Outbox<ByteBuffer>.Memory? = nil,
            write: @escaping Outbox<ByteBuffer>.Writer,
            timer: Outbox<ByteBuffer>.Timer? = nil, overflowed: @escaping @Sendable (any Channel) -> Void
        ) {
            outbox = Outbox(
                channel: channel, limit: limit, memory: memory, write: write, timer: timer, overflowed: overflowed)
        }

        /// Sends the frames of one message after those before, at once; no other frame comes between them.
        package func send(_ message: [ByteBuffer]) { outbox.act(on: outbox.add(message, bytes: \.readableBytes)) }

        /// Sends the frames of a large message after those before; they are made when its turn has come.
        ///
        /// `bytes`: The estimated size.
        package func send(estimatedBytes bytes: Int, _ encode: @escaping @Sendable () -> [ByteBuffer]) {
            outbox.send(estimatedBytes: bytes) { encode().map { ($0, $0.readableBytes) } }
        }

        /// The bytes that wait for the client.
        package var waitingBytes: Int { outbox.waitingBytes }

        /// Adds frames, and returns whether the caller must flush the outbox.
        ///
        /// `receivers`: The number of connections that share the frames.
        func add(_ frames: [ByteBuffer], receivers: Int = 1) -> Bool {
            let action = outbox.add(frames, receivers: receivers, bytes: \.readableBytes)
            if case .schedule = action { return true }
            outbox.act(on: action)
            return false
        }

        var mark: UInt64 { latestMark.load(ordering: .relaxed) }

        func mark(_ number: UInt64) { latestMark.store(number, ordering: .relaxed) }

        /// Sends the frames that wait, then a close frame, then closes the channel; see ``Outbox/end(with:linger:)``.
        ///
        /// Frames that a ``FlushGroup`` has joined are dropped, unless it has passed them on before: see ``FlushGroup/settle(_:)``.
        @discardableResult
        package func end(
            with code: WebSocketErrorCode, because reason: String = "", linger: TimeAmount = .zero
        ) -> Bool {
            outbox.end(with: FrameBytes.closing(code, reason: reason), linger: linger)
        }

        /// Discards the frames that wait; later frames have no effect.
        package func discard() { outbox.discard() }
    }
#endif
