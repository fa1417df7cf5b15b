#if WebSocket
    import DatasyncConcurrency
    package import NIOCore

    /// The parts that a connection has yet to send, limited in bytes.
    ///
    /// Pure. At most one batch is being sent at a time; parts that arrive meanwhile form the next one. A large message
    /// joins the queue unencoded, and is encoded once the parts before it have been sent. A client that asks for much
    /// and reads nothing therefore costs the memory of one message.
    ///
    /// ```
    ///            append            take             taken batch sent
    ///   idle ───────────▶ scheduled ───▶ sending ─────────────────▶ idle or scheduled
    ///                                ───▶ encoding ── encoded ──▶ scheduled
    ///   any ── append above the limit ──▶ closed      any ── end ──▶ ending ── all sent ──▶ closed
    /// ```
    package struct OutgoingQueue<Part: Sendable>: Sendable {
        /// The action that the caller takes after adding a part or sending a batch.
        package enum Action: Sendable {
            case none
            /// Take the next work on the event loop.
            case schedule
            /// Disconnect the receiver, which is too slow.
            case overflow
        }

        /// The parts to send together, and the last part if the connection ends after them.
        package struct Batch: Sendable {
            package let parts: [Part]
            package let final: Part?
            /// The time to wait before the channel is closed; `nil` if it stays open.
            package let end: TimeAmount?
        }

        /// A message that is encoded when its turn comes.
        package struct Unencoded: Sendable {
            /// The estimated size of its parts in bytes.
            package let bytes: Int
            package let encode: @Sendable () -> [(part: Part, bytes: Int)]
        }

        /// The next work of the connection.
        package enum Work: Sendable {
            case send(Batch)
            /// Encode a message, and pass its parts to ``encoded(_:)``.
            case encode(Unencoded)
        }

        /// The bytes of a part, and the memory charged for them, which is less if others share them.
        private struct Size: Sendable {
            var bytes = 0
            var memory = 0

            static func += (left: inout Size, right: Size) {
                left.bytes += right.bytes
                left.memory += right.memory
            }

            static func -= (left: inout Size, right: Size) {
                left.bytes -= right.bytes
                left.memory -= right.memory
            }
        }

        /// An unencoded message and the parts after it.
        private struct Section: Sendable {
            let message: Unencoded
            var parts: [Part] = []
            var sizes: [Size] = []
        }

        private enum State: Sendable {
            case open
            case ending(final: Part?, linger: TimeAmount)
            case closed
        }

        /// The size of a batch; after each batch, a slow receiver's progress can be seen.
        private static var batchSize: Int { 1 << 20 }

        private let limit: Int
        private var state = State.open
        /// The parts before the first unencoded message.
        private var parts: [Part] = []
        private var sizes: [Size] = []
        private var sections = Fifo<Section>()
        /// The last section, kept outside the queue so that it grows in place.
        private var last: Section?
        private var queued = Size()
        private var sent = Size()
        /// Whether work has been requested or is being done.
        private var isBusy = false

        /// Creates a queue.
        ///
        /// - Parameter limit: The maximum number of waiting bytes, including the batch being sent.
        package init(limit: Int) { self.limit = limit }

        /// The number of bytes that wait or are being sent.
        package var bytes: Int { queued.bytes + sent.bytes }
        /// The memory charged for the encoded parts.
        package var memory: Int { queued.memory + sent.memory }

        /// Whether everything has been taken or discarded.
        package var isClosed: Bool { if case .closed = state { true } else { false } }

        /// Whether the queue accepts more parts.
        package var isOpen: Bool { if case .open = state { true } else { false } }

        /// Adds a part; no effect after the end.
        ///
        /// - Parameters:
        ///   - part: The part.
        ///   - bytes: The size of the part.
        ///   - receivers: The number of connections that share the bytes. Shared bytes count as little memory while few
        ///     bytes wait here: otherwise only this slow receiver holds them.
        /// - Returns: The action to take.
        package mutating func append(_ part: Part, bytes: Int, receivers: Int = 1) -> Action {
            guard accepts(bytes) else { return refusal() }
            let size = Size(bytes: bytes, memory: self.bytes > Self.batchSize ? bytes : bytes / receivers)
            queued += size
            if last == nil {
                parts.append(part)
                sizes.append(size)
            } else {
                last?.parts.append(part)
                last?.sizes.append(size)
            }
            return schedule()
        }

        /// Adds a message to encode later; no effect after the end.
        package mutating func append(_ message: Unencoded) -> Action {
            guard accepts(message.bytes) else { return refusal() }
            queued += Size(bytes: message.bytes)
            if let last { sections.append(last) }
            last = Section(message: message)
            return schedule()
        }

        /// Returns whether the queue is open and has room; an empty one takes any part, as a window may be larger.
        private func accepts(_ bytes: Int) -> Bool { isOpen && (self.bytes == 0 || self.bytes + bytes <= limit) }

        private mutating func refusal() -> Action {
            guard isOpen else { return .none }
            close()
            return .overflow
        }

        /// Ends the queue: the waiting parts are sent, then the final part.
        package mutating func end(final: Part?, linger: TimeAmount = .zero) -> Action {
            guard case .open = state else { return .none }
            state = .ending(final: final, linger: linger)
            return schedule()
        }

        /// Discards all waiting parts.
        package mutating func close() {
            state = .closed
            (parts, sizes, sections, last) = ([], [], Fifo(), nil)
            (queued, sent) = (Size(), Size())
        }

        /// Takes the next work; `nil` if nothing waits.
        package mutating func take() -> Work? {
            if parts.isEmpty, let section = sections.first ?? last { return .encode(section.message) }
            switch state {
            case .closed: return nil
            case .ending(let final, let linger):
                let (parts, isComplete) = takeParts()
                guard isComplete else { return .send(Batch(parts: parts, final: nil, end: nil)) }
                state = .closed
                return .send(Batch(parts: parts, final: final, end: linger))
            case .open:
                guard !parts.isEmpty else {
                    isBusy = false
                    return nil
                }
                return .send(Batch(parts: takeParts().parts, final: nil, end: nil))
            }
        }

        /// Takes the parts of a batch, and returns whether nothing waits after them.
        private mutating func takeParts() -> (parts: [Part], isComplete: Bool) {
            var count = 0
            sent = Size()
            while count < parts.count, count == 0 || sent.bytes < Self.batchSize {
                sent += sizes[count]
                count += 1
            }
            queued -= sent
            guard count < parts.count else {
                defer { (parts, sizes) = ([], []) }
                return (parts, last == nil)
            }
            defer {
                parts.removeFirst(count)
                sizes.removeFirst(count)
            }
            return (Array(parts[..<count]), false)
        }

        /// Adds the parts of the message that has been encoded.
        package mutating func encoded(_ encoded: [(part: Part, bytes: Int)]) -> Action {
            guard let section = sections.popFirst() ?? last.take() else { return .none }
            queued -= Size(bytes: section.message.bytes)
            var sizes = encoded.map { Size(bytes: $0.bytes) }
            for size in sizes { queued += size }
            // The parts are pieces of one buffer, which stays in memory until the last piece has been sent.
            let memory = sizes.reduce(0) { $0 + $1.bytes }
            if let last = sizes.indices.last { sizes[last].memory = memory }
            queued += Size(memory: memory)
            parts = encoded.map(\.part) + section.parts
            self.sizes = sizes + section.sizes
            isBusy = false
            return schedule()
        }

        /// Records that the last batch was sent.
        package mutating func noteSent() -> Action {
            sent = Size()
            isBusy = false
            switch state {
            case .open where parts.isEmpty && last == nil, .closed: return .none
            case .open, .ending: return schedule()
            }
        }

        private mutating func schedule() -> Action {
            if isBusy { return .none }
            isBusy = true
            return .schedule
        }
    }
#endif
