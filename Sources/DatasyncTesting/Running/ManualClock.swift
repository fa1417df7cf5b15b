import DatasyncConcurrency

/// A clock that stands still until it is moved.
public final class ManualClock: Sendable {
    private let time: Guarded<Double>

    /// Makes a clock.
    ///
    /// - Parameter now: Milliseconds since the Unix epoch.
    public init(_ now: Double = 1_700_000_000_000) { time = Guarded(now) }

    /// Milliseconds since the Unix epoch.
    public var now: Double { time.withLock(\.self) }

    /// Moves the clock.
    public func advance(byMilliseconds milliseconds: Double) { time.withLock { $0 += milliseconds } }
}

extension ManualClock: CustomStringConvertible, CustomDebugStringConvertible {
    /// The time it shows.
    public var description: String { "ManualClock(\(now) ms)" }

    /// The description.
    public var debugDescription: String { description }
}
