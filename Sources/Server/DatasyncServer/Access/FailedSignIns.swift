#if Server
    /// The failed sign-ins of the last minute by address, so that secrets cannot be guessed.
    ///
    /// Pure: the caller passes in the time.
    struct FailedSignIns: Sendable {
        /// The time after which a failure no longer counts, in milliseconds.
        static let window = 60_000.0
        /// The maximum number of remembered addresses; the oldest are forgotten first.
        static let addressLimit = 10_000
        /// The maximum number of checks per second for wrong credentials of an address that must wait.
        static let checksPerSecond = 500

        private struct Failures: Sendable {
            var count = 0
            let begin: Double
            /// The wrong credentials since ``second`` while the address had to wait.
            var checks = 0
            var second = 0.0
        }

        /// The maximum number of failures of an address in a window.
        private let limit: Int
        private var failures: [String: Failures] = [:]

        init(limit: Int) { self.limit = limit }

        /// Returns the seconds that an address must wait; `nil` if it may try now.
        func delay(of address: String, now: Double) -> Int? {
            guard let known = failures[address], known.count >= limit, Self.isCurrent(known, now) else { return nil }
            return max(1, Int(((known.begin + Self.window - now) / 1000).rounded(.up)))
        }

        /// Records a failed sign-in of an address.
        mutating func add(_ address: String, now: Double) {
            if let known = failures[address], Self.isCurrent(known, now) {
                failures[address]?.count += 1
                return
            }
            if failures.count >= Self.addressLimit { forget(now) }
            failures[address] = Failures(count: 1, begin: now)
        }

        /// Records a check for an address that must wait; returns `false` after too many in this second.
        mutating func beginCheck(_ address: String, now: Double) -> Bool {
            guard var known = failures[address] else { return true }
            if !(0..<1000).contains(now - known.second) { (known.second, known.checks) = (now, 0) }
            guard known.checks < Self.checksPerSecond else { return false }
            known.checks += 1
            failures[address] = known
            return true
        }

        /// Records that the checked credential was correct, so that the check does not count.
        mutating func endCheck(_ address: String) {
            if let known = failures[address], known.checks > 0 { failures[address]?.checks -= 1 }
        }

        /// Returns whether failures still count; the clock may have been set back since.
        private static func isCurrent(_ failures: Failures, _ now: Double) -> Bool {
            (0..<window).contains(now - failures.begin)
        }

        private mutating func forget(_ now: Double) {
            failures = failures.filter { Self.isCurrent($0.value, now) }
            guard failures.count >= Self.addressLimit else { return }
            let oldest = failures.sorted { $0.value.begin < $1.value.begin }.prefix(Self.addressLimit / 10)
            for (address, _) in oldest { failures[address] = nil }
        }
    }
#endif
