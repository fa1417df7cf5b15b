#if WebSocket
    package import NIOCore

    /// The parts that a connection has still to send, limited in bytes.
    ///
    /// Pure. At most one batch is being sent at a time; the parts that arrive meanwhile form the next one.
    ///
    /// ```
    ///            append            take             taken batch sent
    ///   idle ───────────▶ scheduled ───▶ sending ─────────────────▶ idle or scheduled
    ///   any ── append above the limit ──▶ closed      any ── end ──▶ ending ── all sent ──▶ closed
    /// ```
    package struct OutgoingQueue<Part: Sendable>: Sendable {
        /// The action that the caller takes after a part was added or a batch was sent.
        package enum Action: Sendable {
            case none
            /// Take the next batch on the event loop.
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

        private enum State: Sendable {
            case open
            case ending(final: Part?, linger: TimeAmount)
            case closed
        }

        private let limit: Int
        private var state = State.open
        private var parts: [Part] = []
        private var queuedBytes = 0
        private var sentBytes = 0
        /// Whether a batch is requested or being sent.
        private var isBusy = false

        /// `limit`: The maximum number of bytes that wait, the batch that is being sent included.
        package init(limit: Int) { self.limit = limit }

        /// The number of bytes that wait or are being sent.
        package var bytes: Int { queuedBytes + sentBytes }

        /// Whether further parts are accepted.
        package var isOpen: Bool { if case .open = state { true } else { false } }

        /// Adds a part; without effect after the end.
        package mutating func append(_ part: Part, bytes: Int) -> Action {
            guard case .open = state else { return .none }
            // One part is always accepted: a window may be larger than the limit.
            guard self.bytes == 0 || self.bytes + bytes <= limit else {
                close()
                return .overflow
            }
            parts.append(part)
            queuedBytes += bytes
            return schedule()
        }

        /// Ends the queue: the parts that wait are sent, then the final part.
        package mutating func end(final: Part?, linger: TimeAmount = .zero) -> Action {
            guard case .open = state else { return .none }
            state = .ending(final: final, linger: linger)
            return schedule()
        }

        /// Discards all parts that wait.
        package mutating func close() {
            state = .closed
            parts = []
            queuedBytes = 0
        }

        /// Takes the next batch; `nil` if nothing waits.
        package mutating func take() -> Batch? {
            defer {
                parts = []
                sentBytes = queuedBytes
                queuedBytes = 0
            }
            switch state {
            case .closed: return nil
            case .ending(let final, let linger):
                state = .closed
                return Batch(parts: parts, final: final, end: linger)
            case .open:
                guard !parts.isEmpty else {
                    isBusy = false
                    return nil
                }
                return Batch(parts: parts, final: nil, end: nil)
            }
        }

        /// Notes that the last batch was sent.
        package mutating func sent() -> Action {
            sentBytes = 0
            isBusy = false
            switch state {
            case .open where parts.isEmpty, .closed: return .none
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
