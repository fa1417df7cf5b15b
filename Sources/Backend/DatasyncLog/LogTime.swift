/// A time in milliseconds since the Unix epoch.
public struct LogTime: Hashable, Comparable, Sendable {
    /// The milliseconds since 1 January 1970, 00:00 UTC.
    public let sinceEpoch: Int64

    /// Creates a time from the milliseconds since the Unix epoch.
    public init(_ sinceEpoch: Int64) { self.sinceEpoch = sinceEpoch }

    /// Returns whether a time is before another one.
    public static func < (left: LogTime, right: LogTime) -> Bool { left.sinceEpoch < right.sinceEpoch }
}

extension LogTime: CustomStringConvertible {
    /// The number with its unit.
    public var description: String { "\(sinceEpoch) ms" }
}
