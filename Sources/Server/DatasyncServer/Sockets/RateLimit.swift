#if Server
    import NIOCore

    /// A limit of events per second, which allows as many at once after a pause.
    ///
    /// Pure: the caller passes in the time. Each event takes one from the bucket, and each second adds the limit.
    struct RateLimit: Sendable {
        private let limit: Double
        private var level: Double
        private var last: NIODeadline

        /// Creates a full bucket.
        ///
        /// - Parameters:
        ///   - limit: The number of events per second, at least 1.
        ///   - now: The time.
        init(_ limit: Int, now: NIODeadline) {
            self.limit = Double(max(1, limit))
            level = self.limit
            last = now
        }

        /// Counts events, and returns the time until the events so far are within the limit; zero if they are.
        mutating func note(_ count: Int = 1, now: NIODeadline) -> TimeAmount {
            level = min(limit, level + limit * Double((now - last).nanoseconds) / 1e9) - Double(count)
            last = now
            return level >= 0 ? .zero : .nanoseconds(Int64((-level / limit * 1e9).rounded(.up)))
        }
    }
#endif
