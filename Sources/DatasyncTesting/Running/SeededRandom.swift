import DatasyncConcurrency

/// Random bits that a seed repeats (SplitMix64).
public final class SeededRandom: Sendable {
    private let state: Guarded<UInt64>

    /// Makes a source.
    public init(seed: UInt64) { state = Guarded(seed) }

    /// The next 64 bits.
    public func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return bits ^ bits >> 31
        }
    }

    /// A number from 0 up to, not including, `count`.
    public func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

    /// One of the elements, which must not be empty.
    public func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension SeededRandom: CustomStringConvertible, CustomDebugStringConvertible {
    /// The state, from which the series can be repeated.
    public var description: String { "SeededRandom(state \(state.withLock(\.self)))" }

    /// The description.
    public var debugDescription: String { description }
}
