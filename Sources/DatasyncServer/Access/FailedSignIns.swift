#if Server
    /// The sign-ins that have failed in the last minute, by address, so that secrets cannot be guessed.
    ///
    /// Pure: the caller gives the time.
    struct FailedSignIns: Sendable {
        /// The time after which a failure no longer counts, in milliseconds.
        static let window = 60_000.0
        /// The maximum number of addresses that are remembered; the oldest ones are forgotten first.
        static let addressLimit = 10_000

        private struct Failures: Sendable {
            var count = 0
            let begin: Double
        }

        /// The maximum number of failures of an address in a window.
        private let limit: Int
        private var failures: [String: Failures] = [:]

        init(limit: Int) { self.limit = limit }

        /// Returns the seconds that an address must wait; `nil` if it may try.
        func delay(of address: String, now: Double) -> Int? {
            guard let known = failures[address], known.count >= limit, now < known.begin + Self.window else {
                return nil
            }
            return max(1, Int(((known.begin + Self.window - now) / 1000).rounded(.up)))
        }

        /// Notes a failure of an address.
        mutating func add(_ address: String, now: Double) {
            if let known = failures[address], now < known.begin + Self.window {
                failures[address]?.count += 1
                return
            }
            if failures.count >= Self.addressLimit { forget(now) }
            failures[address] = Failures(count: 1, begin: now)
        }

        private mutating func forget(_ now: Double) {
            failures = failures.filter { now < $0.value.begin + Self.window }
            guard failures.count >= Self.addressLimit else { return }
            let oldest = failures.sorted { $0.value.begin < $1.value.begin }.prefix(Self.addressLimit / 10)
            for (address, _) in oldest { failures[address] = nil }
        }
    }
#endif
