#if Server
    import NIOCore

    /// A limit of events for each second, which allows as many at once after a pause.
    ///
    /// Pure: the caller gives the time. Each event empties the bucket by one, and each second fills it with the limit.
    struct RateLimit: Sendable {
        private let limit: Double
        private var level: Double
        private var last: NIODeadline

        /// `limit`: The number of events for each second, at least 1.
        init(_ limit: Int, now: NIODeadline) {
            self.limit = Double(max(1, limit))
            level = self.limit
            last = now
        }

        /// Notes an event, and returns the time until the events noted are within the limit; zero if they are.
        mutating func note(now: NIODeadline) -> TimeAmount {
            level = min(limit, level + limit * Double((now - last).nanoseconds) / 1e9) - 1
            last = now
            return level >= 0 ? .zero : .nanoseconds(Int64((-level / limit * 1e9).rounded(.up)))
        }
    }
#endif
