import DatasyncConcurrency

/// A random number generator whose sequence is determined by a seed (SplitMix64).
///
/// ```swift
/// let random = SeededRandom(seed: 1)
/// let name = random.pick(["ada", "grace"])
/// ```
public final class SeededRandom: Sendable {
    private let state: Guarded<UInt64>

    /// Creates a generator whose sequence is determined by the seed.
    public init(seed: UInt64) { state = Guarded(seed) }

    /// Returns the next 64 bits.
    public func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return bits ^ bits >> 31
        }
    }

    /// Returns a number from 0 up to, but not including, `count`; 0 if `count` is less than 1.
    public func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

    /// Returns a random element; the array must not be empty.
    public func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension SeededRandom: CustomStringConvertible {
    /// The state from which the sequence can be continued.
    public var description: String { "SeededRandom(state \(state.withLock(\.self)))" }
}
