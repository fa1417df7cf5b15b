import Foundation

/// Random numbers that a seed repeats; the seed comes from DATASYNC_SEED, and every failure should name it.
struct Dice: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64 = UInt64(ProcessInfo.processInfo.environment["DATASYNC_SEED"] ?? "") ?? 20_261_121) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
