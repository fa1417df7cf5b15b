import Foundation

/// The seed of the random tests, which the environment variable DATASYNC_SEED overrides.
package enum Seed {
    package static let value =
        ProcessInfo.processInfo.environment["DATASYNC_SEED"].flatMap { UInt64($0) } ?? 20_240_229

    /// The instruction that a failed random test prints.
    package static let note = "run again with DATASYNC_SEED=\(value)"
}

/// A SplitMix64 generator that gives the same numbers for the same seed on every platform.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator with a seed.
    ///
    /// - Parameters:
    ///   - seed: The seed; by default the one of this run.
    ///   - salt: A number that gives each test a different sequence.
    package init(seed: UInt64 = Seed.value, salt: UInt64 = 0) { state = seed &+ salt &* 0x9E37_79B9_7F4A_7C15 }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    /// Returns a number from 0 up to, not including, the bound.
    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Returns one of the elements.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Returns `true` with a probability in percent.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
