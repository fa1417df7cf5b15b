import Foundation

/// The delays between attempts to connect to a back end behind a transport.
///
/// After a stable connection ends, the first attempt follows at once. Each further one waits a random share of a growing
/// delay, so that many clients do not reconnect at the same moment.
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
    /// The part of a delay to wait, chosen at random from this range.
    public var randomShare = 0.5...1.0
    /// How long a connection must last before the delays start again from the first, in seconds.
    public var stableDuration = 30.0

    /// Creates the default policy.
    public init() {}
}

extension ReconnectionPolicy: CustomStringConvertible {
    /// The delays.
    public var description: String { "from \(initialDelay) s by \(factor) to \(maximumDelay) s" }
}
