import DatasyncLog
import DatasyncStorage
import DatasyncTestingInternals
import TestSupport
import Testing

@Suite("Damaged files of a journal")
struct DamageTests {
    private static let segment = "/journal/00000000000000000001.segment"
    private static let snapshot = "/journal/00000000000000000001.snapshot"

    /// The files of a journal with a snapshot and ten records.
    private func files(isClosed: Bool) throws -> [String: [UInt8]] {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        for number in 1...10 { try fixture.append("\(number)") }
        #expect(try fixture.store(Array("the first four".utf8), at: 4) == nil)
        if isClosed { fixture.close() }
        return disk.contents
    }

    /// Opens files; returns the recovered texts, or the damage.
    private func open(_ files: [String: [UInt8]]) throws -> Result<[String], LogError> {
        let disk = SimulatedDisk(seed: 1)
        disk.contents = files
        do {
            let fixture = try JournalFixture(disk)
            try fixture.follow()
            let texts = try fixture.received()
            fixture.close()
            return .success(texts)
        } catch let error as LogError {
            return .failure(error)
        }
    }

    private func expectSalvage(_ files: [String: [UInt8]], _ note: String) throws {
        let disk = SimulatedDisk(seed: 1)
        disk.contents = files
        let fixture = try JournalFixture(disk, readOnly: true)
        #expect(!fixture.log.damage.isEmpty, "\(note)")
        try fixture.follow()
        let texts = try fixture.received()
        #expect(texts == (0..<texts.count).map { "\($0 + 1)" }, "\(note)")
        fixture.close()
        #expect(disk.contents == files, "\(note)")
    }

    @Test(
        "a file that is cut short anywhere is damage, and what precedes the cut can be read", arguments: [true, false])
    func short(isClosed: Bool) throws {
        let files = try files(isClosed: isClosed)
        for path in [Self.segment, Self.snapshot] {
            let bytes = try #require(files[path])
            for count in 0..<bytes.count where count < 2_000 || count % 97 == 0 {
                var cut = files
                cut[path] = Array(bytes.prefix(count))
                guard case .failure(let error) = try open(cut) else {
                    Issue.record("\(path) of \(count) bytes was opened")
                    return
                }
                #expect(error.code == .damaged && error.file == path && error.offset != nil, "\(count)")
                if count % 50 == 0 { try expectSalvage(cut, "\(path) of \(count) bytes") }
            }
        }
    }

    @Test("a segment that ends in zeros anywhere in its last three records has exactly the records before")
    func torn() throws {
        let files = try files(isClosed: false)
        let bytes = try #require(files[Self.segment])
        let end = try #require(bytes.lastIndex { $0 != 0 }) + 1
        let frame = 48 + 23 + 4 + 42 + 2
        var counts: Set<Int> = []
        for cut in end - 3 * frame..<end {
            var torn = files
            torn[Self.segment] = bytes.prefix(cut) + [UInt8](repeating: 0, count: bytes.count - cut)
            let texts = try open(torn).get()
            #expect(texts == (0..<texts.count).map { "\($0 + 1)" }, "\(cut)")
            #expect(texts.count >= 6, "\(cut)")
            counts.insert(texts.count)
        }
        #expect(counts.isSuperset(of: [7, 8, 9]))
    }

    @Test(
        "10,000 single bits, flipped anywhere after a clean close, are damage; in the final frame they change nothing")
    func bits() throws {
        let files = try files(isClosed: true)
        var random = SeededGenerator(salt: 8_010)
        // The final frame fills the rest of the sector that the last record ends in.
        let end = try #require(self.files(isClosed: false)[Self.segment]?.lastIndex { $0 != 0 })
        let final = (end / 8 + 1) * 8..<(end / 512 + 1) * 512
        var found = 0
        for _ in 0..<10_000 {
            let path = random.pick([Self.segment, Self.segment, Self.segment, Self.snapshot])
            var bytes = try #require(files[path])
            let bit = random.chance(30) ? random.below(2_500 * 8) % (bytes.count * 8) : random.below(bytes.count * 8)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            var flipped = files
            flipped[path] = bytes
            switch try open(flipped) {
            case .failure(let error):
                #expect(error.code == .damaged && error.file == path && error.offset != nil, "bit \(bit) of \(path)")
                found += 1
            case .success(let texts):
                #expect(path == Self.segment && final.contains(bit / 8), "bit \(bit) of \(path); \(Seed.note)")
                #expect(texts == (1...10).map(String.init))
            }
        }
        #expect(found > 8_500)
    }

    @Test("a bit flipped after a crash is damage, or loses only the last batch")
    func bitsAfterCrash() throws {
        let files = try files(isClosed: false)
        var random = SeededGenerator(salt: 8_011)
        for _ in 0..<2_000 {
            var bytes = try #require(files[Self.segment])
            let bit = random.below(bytes.count * 8)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            var flipped = files
            flipped[Self.segment] = bytes
            switch try open(flipped) {
            case .failure(let error): #expect(error.code == .damaged && error.file == Self.segment, "bit \(bit)")
            case .success(let texts):
                #expect(texts.count >= 9, "bit \(bit); \(Seed.note)")
                #expect(texts == (0..<texts.count).map { "\($0 + 1)" }, "bit \(bit)")
            }
        }
    }

    @Test("random files never trap")
    func garbage() throws {
        let files = try files(isClosed: true)
        var random = SeededGenerator(salt: 8_012)
        for _ in 0..<1_000 {
            var changed = files
            for path in [Self.segment, Self.snapshot] {
                var bytes = try #require(files[path])
                for _ in 0..<random.below(6) {
                    let start = random.below(bytes.count)
                    for index in start..<min(start + random.below(40), bytes.count) {
                        bytes[index] = UInt8(truncatingIfNeeded: random.next())
                    }
                }
                changed[path] = bytes
            }
            switch try open(changed) {
            case .success(let texts): #expect(texts == (1...10).map(String.init), "\(Seed.note)")
            case .failure(let error): #expect(error.file != nil, "\(error)")
            }
        }
    }

    @Test("a missing segment is damage that names it")
    func missing() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        for _ in 0..<30 { try fixture.append(String(repeating: "x", count: 1_000)) }
        fixture.close()
        var files = disk.contents
        files["/journal/00000000000000000002.segment"] = nil
        guard case .failure(let error) = try open(files) else {
            Issue.record("a journal without its second segment was opened")
            return
        }
        #expect(error.message.hasPrefix("The segment /journal/00000000000000000002.segment is missing before"))
    }
}
