#if WebSocket
    import DatasyncConcurrency
    package import NIOCore

    /// Connections that have received frames, flushed together with one task per event loop.
    ///
    /// When many messages are delivered to many connections, each connection gathers its frames and sends them at once.
    /// Consecutive messages for the same connections are joined before each connection receives them. Only one thread at a
    /// time uses a group, and each connection belongs to at most one group.
    package final class FlushGroup: Sendable {
        /// Frames that several connections have yet to receive.
        private struct Shared: Sendable {
            let outboxes: OutboxSet
            /// The number that marks the outboxes.
            let number: UInt64
            var frames: ByteBuffer
        }

        private struct Core: Sendable {
            var waiting: [Outbox<ByteBuffer>] = []
            /// The number of bytes since the last flush, for all connections together.
            var bytes = 0
            var shared: Shared?
            var lastNumber: UInt64 = 0
        }

        /// The number of bytes after which the group flushes itself, so that no connection waits for many.
        private static let limit = 8 << 20
        /// The size up to which messages for the same connections are joined; larger ones are not copied.
        private static let joinLimit = 16 << 10

        private let core = ContendedGuarded(Core())

        package init() {}

        /// Sends the frames of a message to a connection.
        package func send(_ message: [ByteBuffer], to outbox: FrameOutbox) {
            settle(outbox)
            let isNew = outbox.add(message)
            note(isNew ? [outbox.outbox] : [], bytes: message.byteCount)
        }

        /// Sends a large message to a connection; its frames are made when its turn comes.
        package func send(
            estimatedBytes bytes: Int, to outbox: FrameOutbox, _ encode: @escaping @Sendable () -> [ByteBuffer]
        ) {
            settle(outbox)
            outbox.send(estimatedBytes: bytes, encode)
        }

        /// Sends the frames of a message to several connections.
        package func send(_ message: [ByteBuffer], to outboxes: OutboxSet) {
            let size = message.byteCount
            let isJoined = core.withLock { core in
                guard core.shared?.outboxes === outboxes else { return false }
                guard let count = core.shared?.frames.readableBytes, count + size <= Self.joinLimit else {
                    return false
                }
                for frame in message { core.shared?.frames.writeImmutableBuffer(frame) }
                return true
            }
            if isJoined { return note([], bytes: size * outboxes.all.count) }
            settle()
            guard size <= Self.joinLimit else {
                distribute(message, to: outboxes)
                return note([], bytes: size * outboxes.all.count)
            }
            var frames = ByteBuffer()
            for frame in message { frames.writeImmutableBuffer(frame) }
            let number = core.withLock { core in
                core.lastNumber += 1
                core.shared = Shared(outboxes: outboxes, number: core.lastNumber, frames: frames)
                return core.lastNumber
            }
            for outbox in outboxes.all { outbox.mark(number) }
            note([], bytes: size * outboxes.all.count)
        }

        /// Flushes the connections that have received frames since the last call.
        package func flush() {
            settle()
            let outboxes = core.withLock { core in
                defer {
                    core.waiting = []
                    core.bytes = 0
                }
                return core.waiting
            }
            if outboxes.isEmpty { return }
            for outboxes in Dictionary(grouping: outboxes, by: { ObjectIdentifier($0.eventLoop) }).values {
                outboxes[0].eventLoop.execute {
                    for outbox in outboxes { outbox.flush() }
                }
            }
        }

        /// Passes the joined frames on if they are for this outbox too, before it gets others or ends.
        package func settle(_ outbox: FrameOutbox) {
            let mark = outbox.mark
            if core.withLock({ $0.shared?.number == mark }) { settle() }
        }

        /// Passes the joined frames on to their connections.
        private func settle() {
            guard let shared = core.withLock({ $0.shared.take() }) else { return }
            distribute([shared.frames], to: shared.outboxes)
        }

        private func distribute(_ frames: [ByteBuffer], to outboxes: OutboxSet) {
            var new: [Outbox<ByteBuffer>] = []
            let count = outboxes.all.count
            for outbox in outboxes.all where outbox.add(frames, receivers: count) { new.append(outbox.outbox) }
            core.withLock { $0.waiting += new }
        }

        /// Records the bytes of a message, and the connections that had nothing waiting before.
        private func note(_ outboxes: [Outbox<ByteBuffer>], bytes: Int) {
            let isFull = core.withLock { core in
                core.waiting += outboxes
                core.bytes += bytes
                return core.bytes >= Self.limit
            }
            if isFull { flush() }
        }
    }

    /// The sending sides of several connections, in order; two sets are equal only if they are the same object.
    package final class OutboxSet: Sendable {
        package let all: [FrameOutbox]

        package init(_ all: [FrameOutbox]) { self.all = all }
    }

    extension [ByteBuffer] {
        fileprivate var byteCount: Int { reduce(0) { $0 + $1.readableBytes } }
    }
#endif
