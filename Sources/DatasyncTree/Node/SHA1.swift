/// The SHA-1 digest (FIPS 180-4), which the protocol uses to compare values.
///
/// Not suitable for cryptography.
package struct SHA1 {
    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
    )

    /// Returns the 20-byte digest of a message.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        var hash = SHA1()
        let whole = message.count / 64 * 64
        message.withUnsafeBufferPointer { hash.mix($0[..<whole]) }
        var rest = Array(message[whole...]) + [0x80]
        while rest.count % 64 != 56 { rest.append(0) }
        let bits = UInt64(message.count) * 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            rest.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        rest.withUnsafeBufferPointer { hash.mix($0[...]) }
        return hash.bytes
    }

    private var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20)
        for word in [state.0, state.1, state.2, state.3, state.4] {
            for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return bytes
    }

    /// Mixes whole blocks of 64 bytes into the state.
    private mutating func mix(_ message: Slice<UnsafeBufferPointer<UInt8>>) {
        let bytes = UnsafeBufferPointer(rebasing: message)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
            for block in stride(from: 0, to: bytes.count, by: 64) {
                for index in 0..<16 {
                    let start = block + index * 4
                    words[index] =
                        UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
                        | UInt32(bytes[start + 3])
                }
                for index in 16..<80 {
                    words[index] = (words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16])
                        .rotated(by: 1)
                }
                mix(words)
            }
        }
    }

    /// Mixes the 80 words of one block into the state.
    private mutating func mix(_ words: UnsafeMutableBufferPointer<UInt32>) {
        var (a, b, c, d, e) = state
        for index in 0..<80 {
            let (choice, constant): (UInt32, UInt32) =
                switch index {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = a.rotated(by: 5) &+ choice &+ e &+ constant &+ words[index]
            (a, b, c, d, e) = (next, a, b.rotated(by: 30), c, d)
        }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
    }
}

extension UInt32 {
    fileprivate func rotated(by bits: UInt32) -> UInt32 { self << bits | self >> (32 - bits) }
}
