/// A generator of keys for pushed children: twenty characters that sort by time.
///
/// Eight characters encode 48 bits of the back end's time in milliseconds, twelve encode 72 random bits. Within one
/// millisecond, each identifier is the previous one plus one. Time and random bits are passed in.
package struct PushIdentifiers: Sendable {
    private static let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
    private var lastTime: Int64?
    /// The milliseconds that overflows of the random digits have added to the time.
    private var carried: Int64 = 0
    private var digits = [Int](repeating: 0, count: 12)

    package init() {}

    /// Returns the next identifier.
    ///
    /// - Parameters:
    ///   - now: The back end's time in milliseconds since the Unix epoch.
    ///   - random: A source of 64 random bits.
    /// - Returns: The key.
    package mutating func next(now: Double, random: () -> UInt64) -> Key {
        // A wrong clock must not make pushes fail, so the time is clamped to 48 bits.
        let time = now.isFinite ? Int64(min(max(now.rounded(.down), 0), 0xFFFF_FFFF_FFFF)) : 0
        if let lastTime, time == lastTime || time == lastTime + carried {
            increment()
        } else {
            lastTime = time
            carried = 0
            let (high, low) = (random(), random())
            digits = (0..<12).map { Int(($0 < 6 ? high : low) >> (UInt64($0 % 6) * 6) & 63) }
        }
        let times = (0..<8).map { Int((time + carried) >> Int64(42 - 6 * $0) & 63) }
        return Key(unchecked: String(decoding: (times + digits).map { Self.alphabet[$0] }, as: UTF8.self))
    }

    private mutating func increment() {
        for index in digits.indices.reversed() {
            digits[index] = (digits[index] + 1) & 63
            if digits[index] != 0 { return }
        }
        carried += 1
    }
}
