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

extension ReconnectionPolicy: CustomStringConvertible {
    /// The delays.
    public var description: String { "from \(initialDelay) s by \(factor) to \(maximumDelay) s" }
}
