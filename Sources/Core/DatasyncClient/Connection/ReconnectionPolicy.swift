import Foundation

/// The delays between attempts to connect to a back end behind a transport.
///
/// After a connection has ended, the first attempt is made at once. Each further attempt waits longer than the one before,
/// by a random share of the delay, so that many clients do not return at the same moment.
///
/// ```swift
/// var configuration = WebcomConfiguration(identifier: "shop", platform: .transport(transport))
/// configuration.reconnection.maximumDelay = 60
/// ```
public struct ReconnectionPolicy: Hashable, Sendable {
    /// The delay before the second attempt, in seconds.
    public var initialDelay = 1.0
    /// The factor by which the delay grows with each failed attempt.
    public var factor = 1.3
    /// The longest delay, in seconds.
    public var maximumDelay = 300.0
    /// The part of a delay that is waited, chosen at random from this range.
    public var randomShare = 0.5...1.0
    /// The duration of a connection after which the delays begin again, in seconds.
    public var stableDuration = 30.0

    /// Creates the default policy.
    public init() {}
}

/// The attempts to connect: a pure state, to which times and random numbers are passed.
struct ReconnectionSchedule: Sendable {
    private let policy: ReconnectionPolicy
    /// The number of attempts since the last stable connection.
    private var attempts = 0
    /// The time of `hello` on the present connection, in milliseconds.
    private var connectedAt: Double?

    init(_ policy: ReconnectionPolicy) { self.policy = policy }

    mutating func connected(at now: Double) { connectedAt = now }

    /// Returns the delay before the next attempt, in seconds.
    ///
    /// `now`: The time at which the connection or attempt ended, in milliseconds.
    /// `random`: A number from 0 to 1.
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

extension ReconnectionPolicy: CustomStringConvertible {
    /// The delays.
    public var description: String { "from \(initialDelay) s by \(factor) to \(maximumDelay) s" }
}
