#if Server
    import DatasyncConcurrency
    import Logging

    /// The time of a server; logs each time that the operating system's clock goes back.
    ///
    /// An expired token is then valid again, which the owner of the server should know.
    final class ClockWatch: Sendable {
        private struct Reading: Sendable {
            /// The time in milliseconds since the Unix epoch.
            let time: Double
            /// The time in milliseconds of a clock that never goes back.
            let uptime: Double
        }

        /// The difference that is not logged, in milliseconds: clocks are corrected in small steps all the time.
        private static let tolerance = 5_000.0

        private let clock: ServerClock
        private let log: ServerLog
        private let last = ContendedGuarded<Reading?>(nil)

        init(_ clock: ServerClock, _ log: ServerLog) {
            self.clock = clock
            self.log = log
        }

        /// Returns the time in milliseconds since the Unix epoch.
        func now() -> Double {
            let reading = Reading(time: clock.now(), uptime: clock.uptime())
            let before = last.withLock { last -> Reading? in
                defer { last = reading }
                return last
            }
            if let before {
                let missing = before.time + max(0, reading.uptime - before.uptime) - reading.time
                if missing > Self.tolerance {
                    log(
                        .warning,
                        "the clock went back by \(Int(missing / 1000)) seconds: tokens that had expired may be valid again in "
                            + "new requests; the rights of open sessions end as before")
                }
            }
            return reading.time
        }

        /// Returns the milliseconds of a clock that never goes back.
        func uptime() -> Double { clock.uptime() }

        /// Calls a closure after a delay in milliseconds; calling the returned closure prevents that.
        func schedule(in delay: Double, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            clock.schedule(delay, action)
        }
    }
#endif
