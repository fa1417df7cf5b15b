import Foundation

/// The attempts to connect, as a pure state: callers pass in the times and random numbers.
struct ReconnectionSchedule: Sendable {
    private let policy: ReconnectionPolicy
    /// The number of attempts since the last stable connection.
    private var attempts = 0
    /// The time of `hello` on the current connection, in milliseconds.
    private var connectedAt: Double?

    init(_ policy: ReconnectionPolicy) { self.policy = policy }

    mutating func connected(at now: Double) { connectedAt = now }

    /// Returns the delay before the next attempt, in seconds.
    ///
    /// - Parameters:
    ///   - now: The time at which the connection or attempt ended, in milliseconds.
    ///   - random: A number from 0 to 1.
    /// - Returns: The delay, in seconds.
    mutating func delay(afterEndAt now: Double, random: Double) -> Double {
        if let connectedAt, now - connectedAt >= policy.stableDuration * 1000 { attempts = 0 }
        connectedAt = nil
        defer { attempts += 1 }
        guard attempts > 0 else { return 0 }
        let delay = min(policy.maximumDelay, policy.initialDelay * pow(policy.factor, Double(attempts - 1)))
        let (low, high) = (policy.randomShare.lowerBound, policy.randomShare.upperBound)
        return max(0, delay * (low + (high - low) * random))
    }
}
