/// The SHA-1 digest (FIPS 180-4), which the protocol uses to compare values.
///
/// Not suitable for cryptography.
package enum SHA1 {
    /// A digest: the 20 bytes of its words in big-endian order; also the state of the computation.
    struct Digest: Equatable, Sendable {
        var words: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
            0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
        )

        static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }
    }

    /// Returns the 20-byte digest of a message.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        let words = message.withUnsafeBytes { digest(of: $0[...]).words }
        return [words.0, words.1, words.2, words.3, words.4].flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// Returns the digest of a message.
    static func digest(of message: Slice<UnsafeRawBufferPointer>) -> Digest {
        let bytes = UnsafeRawBufferPointer(rebasing: message)
        let whole = bytes.count / 64 * 64
        // The end of the message, a mark, zeros, and the number of bits, which fill one block or two.
        let tailCount = bytes.count - whole < 56 ? 64 : 128
        var digest = Digest()
        for start in stride(from: 0, to: whole, by: 64) { digest.mix(bytes, from: start) }
        withUnsafeTemporaryAllocation(byteCount: tailCount, alignment: 8) { tail in
            tail.initializeMemory(as: UInt8.self, repeating: 0)
            tail.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[whole...]))
            tail[bytes.count - whole] = 0x80
            tail.storeBytes(
                of: (UInt64(bytes.count) * 8).bigEndian, toByteOffset: tailCount - 8, as: UInt64.self)
            let tail = UnsafeRawBufferPointer(tail)
            for start in stride(from: 0, to: tailCount, by: 64) { digest.mix(tail, from: start) }
        }
        return digest
    }
}

extension SHA1.Digest {
    /// Mixes a block of 64 bytes into the state.
    fileprivate mutating func mix(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { block in
            for index in 0..<16 {
                let word = bytes.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)
                block[index] = UInt32(bigEndian: word)
            }
            for index in 16..<80 {
                block[index] = (block[index - 3] ^ block[index - 8] ^ block[index - 14] ^ block[index - 16]).rotated(
                    by: 1)
            }
            var mixed = words
            for index in 0..<20 { Self.mix(block[index], mixed.1 & mixed.2 | ~mixed.1 & mixed.3, 0x5A82_7999, &mixed) }
            for index in 20..<40 { Self.mix(block[index], mixed.1 ^ mixed.2 ^ mixed.3, 0x6ED9_EBA1, &mixed) }
            for index in 40..<60 {
                Self.mix(
                    block[index], mixed.1 & mixed.2 | mixed.1 & mixed.3 | mixed.2 & mixed.3, 0x8F1B_BCDC, &mixed)
            }
            for index in 60..<80 { Self.mix(block[index], mixed.1 ^ mixed.2 ^ mixed.3, 0xCA62_C1D6, &mixed) }
            words.0 &+= mixed.0
            words.1 &+= mixed.1
            words.2 &+= mixed.2
            words.3 &+= mixed.3
            words.4 &+= mixed.4
        }
    }

    /// Mixes one word of a block into the state.
    @inline(__always)
    private static func mix(
        _ word: UInt32, _ choice: UInt32, _ constant: UInt32, _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32)
    ) {
        let next = state.0.rotated(by: 5) &+ choice &+ state.4 &+ constant &+ word
        state = (next, state.0, state.1.rotated(by: 30), state.2, state.3)
    }
}

extension UInt32 {
    @inline(__always)
    fileprivate func rotated(by bits: UInt32) -> UInt32 { self << bits | self >> (32 - bits) }
}
