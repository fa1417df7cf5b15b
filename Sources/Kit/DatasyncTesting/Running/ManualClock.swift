import DatasyncConcurrency

/// A clock whose time changes only by ``advance(byMilliseconds:)``.
///
/// ```swift
/// let clock = ManualClock()
/// let backend = EmbeddedBackend { clock.now }
/// clock.advance(byMilliseconds: 1500)
/// ```
///
/// All members may be called on any thread.
public final class ManualClock: Sendable {
    private let time: Guarded<Double>

    /// Creates a clock.
    ///
    /// - Parameter now: The initial time, in milliseconds since the Unix epoch.
    public init(_ now: Double = 1_700_000_000_000) { time = Guarded(now) }

    /// The current time, in milliseconds since the Unix epoch.
    public var now: Double { time.withLock(\.self) }

    /// Advances the current time by some milliseconds.
    public func advance(byMilliseconds milliseconds: Double) { time.withLock { $0 += milliseconds } }
}

extension ManualClock: CustomStringConvertible {
    /// The current time.
    public var description: String { "ManualClock(\(now) ms)" }
}
