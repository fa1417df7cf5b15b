#if WebSocket
    import DatasyncConcurrency
    package import NIOCore

    /// The sending side of a connection: parts from any thread, written in order with one flush for each batch.
    ///
    /// The queue is limited in bytes. A receiver that is too slow is disconnected, and never delays others.
    package final class Outbox<Part: Sendable>: Sendable {
        /// Writes the parts of a batch to the channel and flushes it, on the event loop.
        package typealias Writer = @Sendable ([Part], any Channel, EventLoopPromise<Void>) -> Void

        /// The time after the end in which the other side must read everything; a receiver that does not read at all would
        /// otherwise keep the connection open.
        private static var hardEnd: TimeAmount { .seconds(30) }

        /// Calls a closure after a time; the call to the returned closure prevents that.
        package typealias Timer = @Sendable (TimeAmount, @escaping @Sendable () -> Void) -> @Sendable () -> Void

        private let channel: any Channel
        private let queue: Guarded<OutgoingQueue<Part>>
        private let write: Writer
        private let timer: Timer
        private let overflowed: @Sendable (any Channel) -> Void

        /// Creates the outbox of a channel.
        ///
        /// - Parameters:
        ///   - channel: The channel to write to.
        ///   - limit: The maximum number of bytes that wait to be sent.
        ///   - write: Writes a batch of parts; by default each for itself, through the handlers of the channel.
        ///   - timer: Closes the channel later; by default on its event loop.
        ///   - overflowed: Called once on the event loop if the limit is exceeded; disconnects the receiver.
        package init(
            channel: any Channel, limit: Int, write: @escaping Writer = Outbox.writeEach, timer: Timer? = nil,
            overflowed: @escaping @Sendable (any Channel) -> Void
        ) {
            self.channel = channel
            self.write = write
            let eventLoop = channel.eventLoop
            self.timer =
                timer ?? { time, action in
                    let task = eventLoop.scheduleTask(in: time, action)
                    return { task.cancel() }
                }
            self.overflowed = overflowed
            queue = Guarded(OutgoingQueue(limit: limit))
        }

        var eventLoop: any EventLoop { channel.eventLoop }

        /// Sends a part after those before.
        ///
        package func send(_ part: Part, bytes: Int) { act(on: queue.withLock { $0.append(part, bytes: bytes) }) }

        /// Adds parts that no other part may separate, and returns the action to take.
        func add(_ parts: [Part], bytes: (Part) -> Int) -> OutgoingQueue<Part>.Action {
            queue.withLock { queue in
                var result = OutgoingQueue<Part>.Action.none
                for part in parts {
                    let action = queue.append(part, bytes: bytes(part))
                    if case .none = action { continue }
                    result = action
                }
                return result
            }
        }

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
            if wasOpen { closeLater(in: linger + Self.hardEnd) }
            act(on: action)
            return wasOpen
        }

        /// Closes the channel after a time, unless it is closed before.
        private func closeLater(in time: TimeAmount) {
            let channel = channel
            let cancel = timer(time) { channel.close(mode: .all, promise: nil) }
            channel.closeFuture.whenComplete { _ in cancel() }
        }

        /// Discards the parts that wait; later parts have no effect.
        package func discard() { queue.withLock { $0.close() } }

        func act(on action: OutgoingQueue<Part>.Action) {
            switch action {
            case .none: break
            case .schedule: channel.eventLoop.execute { self.flush() }
            case .overflow:
                let (channel, overflowed) = (channel, overflowed)
                channel.eventLoop.execute { overflowed(channel) }
            }
        }

        /// Writes the parts that wait; on the event loop.
        func flush() {
            guard let batch = queue.withLock({ $0.take() }) else { return }
            let written = channel.eventLoop.makePromise(of: Void.self)
            write(batch.parts + (batch.final.map { [$0] } ?? []), channel, written)
            let end = batch.end
            written.futureResult.whenComplete { result in
                // A failed write means that the channel is closed.
                guard case .success = result else { return self.discard() }
                switch end {
                case nil: self.act(on: self.queue.withLock { $0.sent() })
                case .zero?: self.channel.close(mode: .all, promise: nil)
                case let linger?: self.closeLater(in: linger)
                }
            }
        }

        /// Writes each part through the handlers of the channel, and flushes the channel.
        @Sendable package static func writeEach(
            _ parts: [Part], _ channel: any Channel, _ written: EventLoopPromise<Void>
        ) {
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            if let last = parts.last { channel.write(last, promise: written) } else { written.succeed() }
            channel.flush()
        }
    }
#endif
