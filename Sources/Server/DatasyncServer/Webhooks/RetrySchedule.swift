#if Server
    /// The times at which a delivery is repeated: 1, 2, 4, … seconds up to an hour after each failure, for a day.
    struct RetrySchedule: Sendable {
        /// The time for which deliveries are repeated, in milliseconds.
        static let limit = 24.0 * 3_600_000
        private static let first = 1_000.0
        private static let longest = 3_600_000.0

        private var failures = 0
        private(set) var since: Double?

        /// Creates a schedule with the time of the first failure, if there were any.
        init(since: Double?) { self.since = since }

        /// Records a failure.
        ///
        /// - Parameters:
        ///   - now: The time, in milliseconds since the Unix epoch.
        ///   - share: A random number from 0 to 1, so that many webhooks do not repeat at the same time.
        /// - Returns: The delay before the next attempt, in milliseconds; `nil` if the time is over.
        mutating func failed(now: Double, share: Double) -> Double? {
            let start = since ?? now
            since = start
            guard now - start < Self.limit else { return nil }
            defer { failures += 1 }
            // Up to a fifth less.
            return min(Self.longest, Self.first * Double(1 << min(failures, 12))) * (1 - share / 5)
        }

        /// Records an acceptance.
        mutating func accepted() { self = RetrySchedule(since: nil) }
    }
#endif
