#if WebSocket
    import DatasyncConcurrency
    package import NIOCore

    /// The sending side of a connection: parts from any thread, written in order with one flush for each batch.
    ///
    /// The queue is limited in bytes. A receiver that is too slow is disconnected, and never delays others.
    package final class Outbox<Part: Sendable>: Sendable {
        private let channel: any Channel
        private let queue: Guarded<OutgoingQueue<Part>>
        private let overflowed: @Sendable (any Channel) -> Void

        /// Creates the outbox of a channel.
        ///
        /// - Parameters:
        ///   - channel: The channel to write to.
        ///   - limit: The maximum number of bytes that wait to be sent.
        ///   - overflowed: Called once on the event loop if the limit is exceeded; disconnects the receiver.
        package init(channel: any Channel, limit: Int, overflowed: @escaping @Sendable (any Channel) -> Void) {
            self.channel = channel
            self.overflowed = overflowed
            queue = Guarded(OutgoingQueue(limit: limit))
        }

        /// Sends a part after those before.
        package func send(_ part: Part, bytes: Int) { act(on: queue.withLock { $0.append(part, bytes: bytes) }) }

        /// Sends the parts that wait, then a last one, then closes the channel.
        ///
        /// - Parameters:
        ///   - final: The last part.
        ///   - linger: The time for the other side to read the last part and to close the channel itself. Closing at once
        ///     may discard the last part, if the other side is sending.
        /// - Returns: Whether the outbox was open before.
        @discardableResult
        package func end(with final: Part?, linger: TimeAmount = .zero) -> Bool {
            let (wasOpen, action) = queue.withLock { ($0.isOpen, $0.end(final: final, linger: linger)) }
            act(on: action)
            return wasOpen
        }

        /// Discards the parts that wait; later parts have no effect.
        package func discard() { queue.withLock { $0.close() } }

        private func act(on action: OutgoingQueue<Part>.Action) {
            switch action {
            case .none: break
            case .schedule: channel.eventLoop.execute { self.flush() }
            case .overflow:
                let (channel, overflowed) = (channel, overflowed)
                channel.eventLoop.execute { overflowed(channel) }
            }
        }

        private func flush() {
            guard let batch = queue.withLock({ $0.take() }) else { return }
            let written = channel.eventLoop.makePromise(of: Void.self)
            let all = batch.parts + (batch.final.map { [$0] } ?? [])
            for part in all.dropLast() { channel.write(part, promise: nil) }
            if let last = all.last { channel.write(last, promise: written) } else { written.succeed() }
            channel.flush()
            let end = batch.end
            written.futureResult.whenComplete { result in
                // A failed write means that the channel is closed.
                guard case .success = result else { return self.discard() }
                switch end {
                case nil: self.act(on: self.queue.withLock { $0.sent() })
                case .zero?: self.channel.close(mode: .all, promise: nil)
                case let linger?:
                    let channel = self.channel
                    let closing = channel.eventLoop.scheduleTask(in: linger) { channel.close(mode: .all, promise: nil) }
                    channel.closeFuture.whenComplete { _ in closing.cancel() }
                }
            }
        }
    }
#endif
