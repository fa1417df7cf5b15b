import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@Suite("Frames")
struct FramesTests {
    /// Returns the messages that a reader gets from the frames.
    private func read(_ frames: [String], keepsZero: Bool = false) throws -> [String] {
        var reader = FrameReader()
        return try frames.compactMap { try reader.accept($0, keepsZero: keepsZero) }
    }

    @Test("a message of up to 16,384 UTF-16 units is one frame, a longer one a count and its pieces")
    func limit() throws {
        #expect(Frames.limit == 16_384)
        for (unit, width) in [("a", 1), ("é", 1), ("€", 1), ("😀", 2)] {
            let fitting = String(repeating: unit, count: 16_384 / width)
            #expect(Frames.cut(fitting) == [fitting])
            let frames = Frames.cut(fitting + "x")
            #expect(frames.count == 3)
            #expect(frames[0] == "2")
            #expect(frames[1] == fitting)
            #expect(frames[2] == "x")
        }
    }

    @Test(
        "a text is cut at the limit, never inside a surrogate pair",
        arguments: [
            ("", 4, [""]), ("abcd", 4, ["abcd"]), ("abcde", 4, ["2", "abcd", "e"]),
            ("abcdefgh", 4, ["2", "abcd", "efgh"]),
            ("abc😀", 4, ["2", "abc", "😀"]), ("ab😀c", 4, ["2", "ab😀", "c"]), ("a😀😀", 4, ["2", "a😀", "😀"]),
            ("😀😀😀", 4, ["2", "😀😀", "😀"]), ("éééé", 4, ["éééé"]), ("😀😀", 4, ["😀😀"]), ("a\r\nb", 2, ["2", "a\r", "\nb"]),
            ("ae\u{301}", 2, ["2", "ae", "\u{301}"]), ("abc", 1, ["3", "a", "b", "c"]),
        ])
    func table(text: String, limit: Int, frames: [String]) {
        #expect(Frames.cut(text, limit: limit).map { Array($0.utf16) } == frames.map { Array($0.utf16) })
    }

    @Test("random texts are joined again, from pieces within the limit")
    func random() throws {
        var random = SeededGenerator(salt: 110)
        for round in 0..<600 {
            let limit = random.pick([2, 3, 5, 16, 100])
            var texts: [String] = []
            for _ in 0..<4 { texts.append("{" + (0..<random.below(40)).map { _ in random.text() }.joined()) }
            let cuts = texts.map { Frames.cut($0, limit: limit) }
            let pieces = cuts.flatMap { $0.count == 1 ? $0[...] : $0.dropFirst() }
            #expect(pieces.allSatisfy { $0.utf16.count <= limit }, "round \(round), \(Seed.note)")
            let read = try read(cuts.flatMap(\.self))
            #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) }, "round \(round), \(Seed.note)")
        }
    }

    @Test("a message far beyond the limit is joined again")
    func large() throws {
        let text = "{" + String(repeating: "0123456789é😀", count: 50_000) + "}"
        let frames = Frames.cut(text)
        #expect(frames.dropFirst().allSatisfy { $0.utf16.count <= 16_384 && !$0.isEmpty })
        #expect(Int(frames[0]) == frames.count - 1)
        #expect(try read(frames) == [text])
    }

    @Test("pieces that look like counts, or are empty, are read as pieces")
    func pieces() throws {
        #expect(try read(["3", "1", "", "2", "{}"]) == ["12", "{}"])
        #expect(try read(["1", "{}"]) == ["{}"])
        #expect(try read(["2", "0", "0"], keepsZero: true) == ["00"])
    }

    @Test("an incomplete message gives nothing")
    func unfinished() throws {
        #expect(try read(["3", "a", "b"]) == [])
        #expect(try read(["16384"]) == [])
    }

    @Test("zero is a separate message where keep-alives are expected")
    func keepAlive() throws {
        #expect(try read(["0", "{}", "0"], keepsZero: true) == ["0", "{}", "0"])
    }

    @Test(
        "an impossible count is refused",
        arguments: [
            ("0", "A message in \"0\" pieces; between 1 and 16384 are possible."),
            ("00", "A message in \"00\" pieces; between 1 and 16384 are possible."),
            ("16385", "A message in \"16385\" pieces; between 1 and 16384 are possible."),
            ("9223372036854775807", "A message in \"9223372036854775807\" pieces; between 1 and 16384 are possible."),
            ("", "An empty frame; a message is a JSON object."),
        ])
    func badCount(frame: String, message: String) {
        let error = dataError { _ = try read([frame]) }
        #expect(error?.code == .malformedText)
        #expect(error?.message == message)
    }

    @Test(
        "a text that is no plain decimal count is refused, by the reader or as a message",
        arguments: ["-1", "+2", "1.0", "1e1", " 2", "2 ", "99999999999999999999", "٣", "0x2", "\u{301}"])
    func notACount(frame: String) {
        #expect(throws: DatasyncError.self) {
            for text in try read([frame]) { _ = try BackendMessage(text: text) }
        }
    }
}
