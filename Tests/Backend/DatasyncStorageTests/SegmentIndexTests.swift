import DatasyncLog
import DatasyncTestingInternals
import Testing

@testable import DatasyncStorage

@Suite("The index of a segment by namespace")
struct SegmentIndexTests {
    private static func segment() -> JournalSegment {
        JournalSegment(
            header: SegmentHeader(
                number: 3, identifier: 7, size: 1 << 20, firstBatch: 1, opening: 1,
                content: OpeningContent(incarnation: 1, policy: .everyCommit)))
    }

    @Test("a piece begins with the group of a record, or where reading has stopped, and has the groups that follow it")
    func pieces() throws {
        let (rare, usual) = (try LogNamespace("rare"), try LogNamespace("usual"))
        var segment = Self.segment()
        // Frames of 4 KiB, so that a group has four; each seventh one has two records of the rare namespace.
        for index in 0..<100 {
            let offset = segment.end
            if index % 7 == 0 {
                let number = UInt64(index / 7 * 2 + 11)
                segment.add(number...number + 1, of: rare, at: offset)
            } else {
                segment.add(UInt64(index)...UInt64(index), of: usual, at: offset)
            }
            segment.end = offset + 4_096
        }
        let first = JournalFormat.firstFrame
        for index in 0..<14 {
            let piece = try #require(
                segment.piece(for: UInt64(index * 2 + 12), of: rare, from: 0, atMost: 1))
            let group = UInt64(index * 7 / 4)
            #expect(piece.range == first + group * 16_384..<first + (group + 1) * 16_384)
            #expect(piece.segment == 3 && piece.identifier == 7)
        }
        let usualPiece = try #require(segment.piece(for: 1, of: usual, from: first + 8_192, atMost: 1 << 20))
        #expect(usualPiece.range == first + 8_192..<segment.end)
        #expect(try #require(segment.piece(for: 1, of: usual, from: 0, atMost: 20_000)).range.count == 32_768)
        for number: UInt64 in [0, 10, 41] { #expect(segment.piece(for: number, of: rare, from: 0, atMost: 1) == nil) }
        #expect(segment.piece(for: 1, of: try LogNamespace("other"), from: 0, atMost: 1) == nil)
        #expect(segment.hasRecord(40, of: rare) && !segment.hasRecord(41, of: rare))
    }

    @Test("followers of many namespaces get their own records, whether the index is from writing or from opening")
    func namespaces() throws {
        let disk = SimulatedDisk(seed: 5)
        let names = try (0..<20).map { try LogNamespace("n\($0)") }
        var expected: [LogNamespace: [String]] = [:]
        do {
            let fixture = try JournalFixture(disk, segmentSize: 1 << 16)
            for number in 0..<600 {
                let name = names[number * 7 % (number % 3 + 18)]
                let text = "\(number) " + String(repeating: "x", count: number % 50 * 20)
                try fixture.append(text, to: name)
                expected[name, default: []].append(text)
            }
            for name in names {
                let subscription = try fixture.follow(name)
                #expect(try fixture.received(name) == expected[name] ?? [])
                subscription.cancel()
            }
        }
        // Opening builds the index again, from the frames that survived the crash.
        disk.restart(losesPower: true)
        let fixture = try JournalFixture(disk, segmentSize: 1 << 16)
        for name in names {
            let texts = expected[name] ?? []
            let start = texts.count / 2
            let position = LogPosition(incarnation: fixture.log.incarnation, number: UInt64(start))
            let subscription = try fixture.follow(name, after: position)
            #expect(try fixture.received(name) == Array(texts[start...]))
            subscription.cancel()
        }
    }
}
