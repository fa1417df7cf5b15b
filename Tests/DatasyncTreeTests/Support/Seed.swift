import Foundation

/// Where the random tests start: fixed, unless the environment variable DATASYNC_SEED says otherwise.
enum Seed {
    static let value = ProcessInfo.processInfo.environment["DATASYNC_SEED"].flatMap { UInt64($0) } ?? 20_240_229

    /// What a failed random test says about how to run it again.
    static let note = "run again with DATASYNC_SEED=\(value)"
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Starts at the seed of this run; the salt gives each test numbers of its own.
    init(salt: UInt64 = 0) { state = Seed.value &+ salt &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    /// A number from zero up to, and without, the bound.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// One of the elements.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
