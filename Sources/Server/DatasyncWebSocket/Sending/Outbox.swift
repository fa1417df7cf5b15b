#if WebSocket
    package import DatasyncConcurrency
    package import NIOCore

    /// The sending side of a connection: parts from any thread, written in order with one flush per batch.
    ///
    /// The queue is limited in bytes. A receiver that is too slow is disconnected, and never delays others.
    package final class Outbox<Part: Sendable>: Sendable {
        /// Writes the parts of a batch to the channel and flushes it, on the event loop.
        package typealias Writer = @Sendable ([Part], any Channel, EventLoopPromise<Void>) -> Void

        /// The time after the end for the other side to read everything.
        ///
        /// Without it, a receiver that does not read at all would keep the connection open.
        private static var hardEnd: TimeAmount { .seconds(30) }

        /// Calls a closure after a delay; calling the returned closure prevents that.
        package typealias Timer = @Sendable (TimeAmount, @escaping @Sendable () -> Void) -> @Sendable () -> Void

        private let channel: any Channel
        private let queue: SharedQueue
        private let write: Writer
        private let timer: Timer
        private let overflowed: @Sendable (any Channel) -> Void
        private let memory: Memory?

        /// The queue, and its memory as last reported to the budget.
        private struct Counted: Sendable {
            var queue: OutgoingQueue<Part>
            var memory = 0

            /// Records the memory of the queue, and returns the change since the last time.
            mutating func recount() -> Int {
                defer { memory = queue.memory }
                return queue.memory - memory
            }
        }

        /// The queue, shared with the closure that closes the connection.
        private final class SharedQueue: Sendable {
            private let counted: Guarded<Counted>

            init(limit: Int) { counted = Guarded(Counted(queue: OutgoingQueue<Part>(limit: limit))) }

            func withLock<Result: Sendable>(_ body: (inout Counted) -> Result) -> Result {
                counted.withLock { body(&$0) }
            }
        }

        /// The share of the process's memory that a connection uses.
        package struct Memory: Sendable {
            let budget: OutgoingBudget
            /// Encodes large messages, on a different thread than the connections.
            let executor: Executor
            /// Called on the event loop when the client has taken data.
            let progressed: @Sendable () -> Void

            package init(
                _ budget: OutgoingBudget, executor: @escaping Executor,
                progressed: @escaping @Sendable () -> Void = {}
            ) {
                self.budget = budget
                self.executor = executor
                self.progressed = progressed
            }
        }

        private let share: OutgoingBudget.Share?

        /// Creates the outbox of a channel.
        ///
        /// - Parameters:
        ///   - channel: The channel to write to.
        ///   - limit: The maximum number of bytes that wait to be sent.
        ///   - memory: The memory of the process, which counts the waiting bytes; by default they are not counted.
        ///   - write: Writes a batch of parts; by default one by one, through the channel's handlers.
        ///   - timer: Closes the channel later; by default on its event loop.
        ///   - overflowed: Called once on the event loop if the limit is exceeded, or if others need the process's memory;
        ///     disconnects the receiver.
        package init(
            channel: any Channel, limit: Int, memory: Memory? = nil, write: @escaping Writer = Outbox.writeEach,
            timer: Timer? = nil, overflowed: @escaping @Sendable (any Channel) -> Void
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
            self.memory = memory
            let queue = SharedQueue(limit: limit)
            self.queue = queue
            share = memory?.budget.makeShare {
                let wasOpen = queue.withLock { counted in
                    defer {
                        counted.queue.close()
                        // The budget has already taken the memory back.
                        counted.memory = 0
                    }
                    return counted.queue.isOpen
                }
                if wasOpen {
                    eventLoop.execute { overflowed(channel) }
                } else {
                    channel.close(mode: .all, promise: nil)
                }
            }
        }

        var eventLoop: any EventLoop { channel.eventLoop }

        /// The bytes that wait or are being sent.
        package var waitingBytes: Int { queue.withLock { $0.queue.bytes } }

        /// Changes the queue, and records its new memory.
        private func change<Result: Sendable>(_ body: (inout OutgoingQueue<Part>) -> Result) -> Result {
            let (result, difference) = queue.withLock { counted in (body(&counted.queue), counted.recount()) }
            share?.add(difference)
            return result
        }

        /// Sends a part after the earlier ones.
        package func send(_ part: Part, bytes: Int) { act(on: change { $0.append(part, bytes: bytes) }) }

        /// Sends a message after the earlier parts; it is encoded when its turn comes.
        ///
        /// - Parameters:
        ///   - bytes: The estimated size.
        ///   - encode: Returns the parts with their sizes.
        package func send(estimatedBytes bytes: Int, _ encode: @escaping @Sendable () -> [(part: Part, bytes: Int)]) {
            act(on: change { $0.append(OutgoingQueue.Unencoded(bytes: bytes, encode: encode)) })
        }

        /// Adds parts that must stay together, and returns the action to take.
        ///
        /// - Parameters:
        ///   - parts: The parts.
        ///   - receivers: The number of connections that share the bytes.
        ///   - bytes: Returns the size of a part.
        /// - Returns: The action to take.
        func add(_ parts: [Part], receivers: Int = 1, bytes: (Part) -> Int) -> OutgoingQueue<Part>.Action {
            change { queue in
                var result = OutgoingQueue<Part>.Action.none
                for part in parts {
                    let action = queue.append(part, bytes: bytes(part), receivers: receivers)
                    if case .none = action { continue }
                    result = action
                }
                return result
            }
        }

        /// Sends the waiting parts, then a last one, then closes the channel.
        ///
        /// - Parameters:
        ///   - final: The last part.
        ///   - linger: The time for the other side to read the last part and to close the channel itself. Closing at once
        ///     may discard the last part if the other side is sending.
        /// - Returns: Whether the outbox was open before.
        @discardableResult
        package func end(with final: Part?, linger: TimeAmount = .zero) -> Bool {
            let (wasOpen, action) = change { ($0.isOpen, $0.end(final: final, linger: linger)) }
            if wasOpen { closeLater(in: linger + Self.hardEnd) }
            act(on: action)
            return wasOpen
        }

        /// Closes the channel after a time, unless it has closed by then.
        private func closeLater(in time: TimeAmount) {
            let channel = channel
            let cancel = timer(time) { channel.close(mode: .all, promise: nil) }
            channel.closeFuture.whenComplete { _ in cancel() }
        }

        /// Discards the waiting parts; later parts have no effect.
        package func discard() {
            change { $0.close() }
        }

        func act(on action: OutgoingQueue<Part>.Action) {
            switch action {
            case .none: break
            case .schedule: channel.eventLoop.execute { self.flush() }
            case .overflow:
                let (channel, overflowed) = (channel, overflowed)
                channel.eventLoop.execute { overflowed(channel) }
            }
        }

        /// Writes the waiting parts, or starts encoding a message; on the event loop.
        func flush() {
            switch change({ $0.take() }) {
            case nil: break
            case .send(let batch)?: send(batch)
            case .encode(let message)?: encode(message)
            }
        }

        private func send(_ batch: OutgoingQueue<Part>.Batch) {
            let written = channel.eventLoop.makePromise(of: Void.self)
            write(batch.parts + (batch.final.map { [$0] } ?? []), channel, written)
            let end = batch.end
            written.futureResult.whenComplete { result in
                // A failed write means that the channel is closed.
                guard case .success = result else { return self.discard() }
                self.share?.noteProgress()
                switch end {
                case nil:
                    self.act(on: self.change { $0.noteSent() })
                    self.memory?.progressed()
                case .zero?: self.channel.close(mode: .all, promise: nil)
                case let linger?: self.closeLater(in: linger)
                }
            }
        }

        private func encode(_ message: OutgoingQueue<Part>.Unencoded) {
            guard let memory else { return finish(message.encode()) }
            memory.budget.wait(for: message.bytes) {
                memory.executor {
                    // A connection that has closed meanwhile needs no message.
                    if self.isActive { self.finish(message.encode()) }
                    memory.budget.encoded(message.bytes)
                }
            }
        }

        private var isActive: Bool { queue.withLock { !$0.queue.isClosed } }

        private func finish(_ parts: [(part: Part, bytes: Int)]) { act(on: change { $0.encoded(parts) }) }

        /// Writes each part through the channel's handlers, and flushes the channel.
        @Sendable package static func writeEach(
            _ parts: [Part], _ channel: any Channel, _ written: EventLoopPromise<Void>
        ) {
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            if let last = parts.last { channel.write(last, promise: written) } else { written.succeed() }
            channel.flush()
        }
    }
#endif
