import DatasyncLog
import TestSupport
import Testing

@Suite("The byte form of an entry")
struct LogEntryTests {
    @Test("has the documented bytes")
    func layout() {
        let entry = LogEntry(run: 1, session: 2, client: nil, number: 3, body: [9, 8])
        #expect(
            entry.bytes
                == [1, 0] + [1, 0, 0, 0, 0, 0, 0, 0] + [2, 0, 0, 0, 0, 0, 0, 0] + [3, 0, 0, 0, 0, 0, 0, 0] + [9, 8])
        let other = LogEntry(run: 0x0102, session: 0, client: 1 << 120 | 5, number: 0, body: [])
        #expect(
            other.bytes
                == [1, 1, 2, 1, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [5]
                + [UInt8](repeating: 0, count: 14) + [1])
    }

    @Test("restores random entries")
    func roundTrip() throws {
        var random = SeededGenerator(salt: 8_001)
        for _ in 0..<500 {
            let body = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let client = random.chance(50) ? UInt128(random.next()) << 64 | UInt128(random.next()) : nil
            let entry = LogEntry(
                run: random.next(), session: random.next(), client: client, number: random.next(), body: body)
            #expect(try LogEntry(bytes: entry.bytes) == entry, "\(Seed.note)")
        }
    }

    @Test("of too few bytes is an error")
    func short() {
        let bytes = LogEntry(run: 1, session: 2, client: 3, number: 4, body: []).bytes
        for count in 0..<bytes.count {
            let error = #expect(throws: LogError.self) { try LogEntry(bytes: Array(bytes.prefix(count))) }
            #expect(error?.code == .invalidEntry)
        }
    }

    @Test("of a newer version, or with unknown flags, is an error that names the remedy")
    func foreign() {
        var bytes = LogEntry(run: 1, session: 2, number: 4, body: [1]).bytes
        bytes[0] = 2
        #expect(
            throws: LogError(
                .newerVersion,
                "An entry has version 2 of the byte form; this library reads up to 1. Use the version of the library that "
                    + "wrote it, or a later one.")
        ) { try LogEntry(bytes: bytes) }
        bytes[0] = 0
        #expect(throws: LogError.self) { try LogEntry(bytes: bytes) }
        (bytes[0], bytes[1]) = (1, 2)
        let error = #expect(throws: LogError.self) { try LogEntry(bytes: bytes) }
        #expect(error?.code == .invalidEntry)
    }

    @Test("of random bytes never traps")
    func random() {
        var random = SeededGenerator(salt: 8_002)
        var errors = 0
        for _ in 0..<2_000 {
            var bytes = (0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if random.chance(50), bytes.count > 1 { (bytes[0], bytes[1]) = (1, UInt8(random.below(3))) }
            do { #expect(try LogEntry(bytes: bytes).bytes == bytes) } catch { errors += 1 }
        }
        #expect(errors > 0)
    }

    @Test("does not show the client in descriptions")
    func secret() {
        let entry = LogEntry(run: 1, session: 2, client: 123_456_789, number: 4, body: [1])
        #expect(entry.description == "session 1-2, number 4, 1 bytes")
        #expect(String(reflecting: entry) == entry.description)
    }
}
