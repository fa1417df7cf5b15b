/// The checksum CRC-32C (Castagnoli), computed eight bytes at a time with tables.
package struct CRC32C: Sendable {
    private var register: UInt32 = ~0

    package init() {}

    /// The checksum of the bytes added so far.
    package var value: UInt32 { ~register }

    /// Returns the checksum of bytes.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = CRC32C()
        checksum.add(bytes)
        return checksum.value
    }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        register = Self.tables.withUnsafeBufferPointer { tables in
            Self.advance(register, over: bytes, tables)
        }
    }

    private static func advance(
        _ start: UInt32, over bytes: UnsafeRawBufferPointer, _ tables: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
        var register = start
        var offset = 0
        while bytes.count - offset >= 8 {
            let word =
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(register)
            var sum: UInt32 = 0
            for index in 0..<8 {
                sum ^= tables[(7 - index) << 8 | Int(truncatingIfNeeded: word >> UInt64(index * 8)) & 0xFF]
            }
            register = sum
            offset += 8
        }
        while offset < bytes.count {
            register = register >> 8 ^ tables[Int((register ^ UInt32(bytes[offset])) & 0xFF)]
            offset += 1
        }
        return register
    }

    /// Eight tables of 256 entries; table `n` advances a byte past `n` more zero bytes.
    private static let tables: [UInt32] = {
        var tables = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0x82F6_3B78 : 0) }
        }
        for index in 256..<2_048 {
            let previous = tables[index - 256]
            tables.append(previous >> 8 ^ tables[Int(previous & 0xFF)])
        }
        return tables
    }()
}
