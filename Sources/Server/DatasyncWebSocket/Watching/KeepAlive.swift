/// The watch over a silent connection: a ping after some time without data, then the end if nothing answers.
///
/// Pure: the caller reports arriving data, and asks for the next action at the returned time. Times are those since any
/// fixed moment, on a clock that never goes back.
package struct KeepAlive: Sendable {
    /// The times of the watch.
    package struct Intervals: Sendable, Equatable {
        /// The time without data after which a ping is sent.
        package var silence: Duration
        /// The time after the ping after which the connection counts as dead.
        package var grace: Duration

        package init(silence: Duration = .seconds(45), grace: Duration = .seconds(30)) {
            self.silence = silence
            self.grace = grace
        }
    }

    package enum Action: Sendable, Equatable {
        /// Ask again at a time.
        case wait(until: Duration)
        /// Send a ping, and ask again at a time.
        case ping(next: Duration)
        /// Close the connection.
        case dead
    }

    private let intervals: Intervals
    private var lastReceived: Duration
    private var pinged: Duration?

    package init(_ intervals: Intervals, now: Duration) {
        self.intervals = intervals
        lastReceived = now
    }

    /// Records that data arrived.
    package mutating func received(now: Duration) {
        lastReceived = now
        pinged = nil
    }

    /// Returns the action for the current time.
    package mutating func check(now: Duration) -> Action {
        if let pinged {
            let end = pinged + intervals.grace
            return now >= end ? .dead : .wait(until: min(end, now + intervals.silence))
        }
        let silent = lastReceived + intervals.silence
        if now < silent { return .wait(until: silent) }
        pinged = now
        return .ping(next: now + min(intervals.silence, intervals.grace))
    }
}
