import DatasyncStorage
import TestSupport
import Testing

@Suite("CRC-32C")
struct CRC32CTests {
    @Test("has the published values")
    func published() {
        #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(checksum((0..<32).map { UInt8($0) }) == 0x46DD_794E)
        #expect(checksum([]) == 0)
    }

    @Test("equals the definition bit by bit, also when the bytes are added in parts")
    func definition() {
        var random = SeededGenerator(salt: 8_020)
        for _ in 0..<300 {
            let bytes = (0..<random.below(100)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            var register: UInt32 = ~0
            for byte in bytes {
                register ^= UInt32(byte)
                for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0x82F6_3B78 : 0) }
            }
            #expect(checksum(bytes) == ~register)
            var parts = CRC32C()
            let middle = random.below(bytes.count + 1)
            Array(bytes[..<middle]).withUnsafeBytes { parts.add($0) }
            Array(bytes[middle...]).withUnsafeBytes { parts.add($0) }
            #expect(parts.value == ~register)
        }
    }

    private func checksum(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { CRC32C.of($0) } }
}
