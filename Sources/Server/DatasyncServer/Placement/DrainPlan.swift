#if Server
    import DatasyncTree

    /// The plan of a drain: which sessions leave when, so that their clients do not all connect elsewhere at once.
    ///
    /// ```
    ///              begin                 no session is left
    ///   serving ──────────▶ draining ─────────────────────▶ draining, reported
    ///      ▲                   │
    ///      └──────── end ──────┘
    /// ```
    ///
    /// Pure: the caller passes in the time of a clock that never goes back, in milliseconds, and takes a step every second.
    struct DrainPlan: Sendable {
        /// A session or a stream.
        struct Session: Sendable {
            let id: ConnectionRegistry.ID
            /// Whether its client was asked to connect elsewhere, and may still wait for responses.
            var isLeaving = false
        }

        /// The work of a step.
        enum Step: Sendable, Equatable {
            case none
            /// Asks the clients of sessions to connect elsewhere.
            case move([ConnectionRegistry.ID])
            /// Ends the sessions that are left at the limit.
            case end([ConnectionRegistry.ID])
            /// Reports that no session is left; once for each drain.
            case report
        }

        /// The time between two steps, in milliseconds.
        static let interval = 1_000.0

        /// The maximum number of open clients that are sent elsewhere in a second, and of new ones as many more.
        private let rate: Int
        /// The time after which the remaining sessions end, in milliseconds.
        private let limit: Double
        /// The time of the beginning; `nil` while the server serves.
        private var begin: Double?
        /// The number of drains that have begun or ended, for telling late steps from expected ones.
        private(set) var number = 0
        private var isReported = false
        /// The current second, and the number of new clients that were sent elsewhere in it.
        private var second = (begin: -Double.infinity, count: 0)

        init(rate: Int, limit: Duration) {
            self.rate = max(1, rate)
            self.limit = limit / .milliseconds(1)
        }

        var isDraining: Bool { begin != nil }

        /// Begins a drain; returns `false` during one.
        mutating func begin(now: Double) -> Bool {
            guard begin == nil else { return false }
            begin = now
            number += 1
            isReported = false
            return true
        }

        /// Ends the drain: the server accepts sessions again; returns `false` without one.
        mutating func end() -> Bool {
            guard begin != nil else { return false }
            begin = nil
            number += 1
            return true
        }

        /// Returns the work to do now; `nil` if the drain with the number is over.
        ///
        /// - Parameters:
        ///   - number: The number of the drain.
        ///   - sessions: All sessions.
        ///   - hasOthers: Whether another server is known.
        ///   - now: The time.
        /// - Returns: The work.
        mutating func step(_ number: Int, _ sessions: [Session], hasOthers: Bool, now: Double) -> Step? {
            guard let begin, number == self.number else { return nil }
            if sessions.isEmpty {
                defer { isReported = true }
                return isReported ? Step.none : .report
            }
            if now - begin >= limit { return .end(sessions.map(\.id)) }
            let waiting = sessions.filter { !$0.isLeaving }.map(\.id).sorted()
            return hasOthers && !waiting.isEmpty ? .move(Array(waiting.prefix(rate))) : Step.none
        }

        /// Returns whether a new client may be sent elsewhere in this second, and counts that.
        mutating func admitsRedirect(now: Double) -> Bool {
            if now - second.begin >= 1_000 { second = (now, 0) }
            second.count += 1
            return second.count <= rate
        }
    }
#endif
