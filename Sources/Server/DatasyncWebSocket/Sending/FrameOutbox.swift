#if WebSocket
    package import NIOCore
    package import NIOWebSocket
    import Synchronization

    /// The sending side of a server's WebSocket connection: frames as bytes.
    ///
    /// The type has no generic parameters, so other modules call specialised code.
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

        /// Sends a message's frames after the earlier ones, at once; no other frame comes between them.
        package func send(_ message: [ByteBuffer]) { outbox.act(on: outbox.add(message, bytes: \.readableBytes)) }

        /// Sends a large message's frames after the earlier ones; they are made when its turn comes.
        ///
        /// - Parameters:
        ///   - bytes: The estimated size.
        ///   - encode: Returns the frames.
        package func send(estimatedBytes bytes: Int, _ encode: @escaping @Sendable () -> [ByteBuffer]) {
            outbox.send(estimatedBytes: bytes) { encode().map { ($0, $0.readableBytes) } }
        }

        /// The bytes waiting for the client.
        package var waitingBytes: Int { outbox.waitingBytes }

        /// Adds frames, and returns whether the caller must flush the outbox.
        ///
        /// - Parameters:
        ///   - frames: The frames.
        ///   - receivers: The number of connections that share the frames.
        /// - Returns: Whether the caller must flush the outbox.
        func add(_ frames: [ByteBuffer], receivers: Int = 1) -> Bool {
            let action = outbox.add(frames, receivers: receivers, bytes: \.readableBytes)
            if case .schedule = action { return true }
            outbox.act(on: action)
            return false
        }

        var mark: UInt64 { latestMark.load(ordering: .relaxed) }

        func mark(_ number: UInt64) { latestMark.store(number, ordering: .relaxed) }

        /// Sends the waiting frames, then a close frame, then closes the channel; see ``Outbox/end(with:linger:)``.
        ///
        /// Frames joined by a ``FlushGroup`` are dropped unless it passes them on first: see ``FlushGroup/settle(_:)``.
        @discardableResult
        package func end(
            with code: WebSocketErrorCode, because reason: String = "", linger: TimeAmount = .zero
        ) -> Bool {
            outbox.end(with: FrameBytes.closing(code, reason: reason), linger: linger)
        }

        /// Discards the waiting frames; later frames have no effect.
        package func discard() { outbox.discard() }
    }
#endif
