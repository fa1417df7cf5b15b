import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@Suite("Damaged messages")
struct FuzzTests {
    /// Reads a text on both sides; only errors of the documented types may be thrown.
    private func readBoth(_ text: String) {
        do {
            let message = try BackendMessage(text: text)
            #expect(throws: Never.self, "\(text), \(Seed.note)") { try BackendMessage(text: message.text) }
        } catch {
            #expect(!error.message.isEmpty, "\(text), \(Seed.note)")
        }
        do {
            let message = try ClientMessage(text: text)
            #expect(throws: Never.self, "\(text), \(Seed.note)") { try ClientMessage(text: message.text) }
        } catch {
            #expect(!error.reason.isEmpty && error.status != .ok, "\(text), \(Seed.note)")
        }
    }

    @Test("messages with damaged bytes give a message or an error")
    func bytes() throws {
        var random = SeededGenerator(salt: 120)
        let tokens = [
            "{", "}", "[", "]", "\"", ":", ",", "\\", "null", "1e999", "-", "\\ud800", ".sv", "\"t\":", "\u{0}", "9",
        ]
        for _ in 0..<4000 {
            var bytes = Array(try random.messageText().utf8)
            for _ in 0...random.below(4) {
                let place = random.below(bytes.count + 1)
                switch random.below(5) {
                case 0: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
                case 1: bytes.removeSubrange(place..<min(place + random.below(6), bytes.count))
                case 2: bytes.insert(contentsOf: random.pick(tokens).utf8, at: place)
                case 3: bytes.insert(contentsOf: bytes[place..<min(place + random.below(30), bytes.count)], at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            _ = try? JSONParser.parse(bytes)
            readBoth(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("messages with replaced parts give a message or an error")
    func parts() throws {
        var random = SeededGenerator(salt: 121)
        for _ in 0..<4000 {
            guard let json = try? JSONParser.parse(try random.messageText()) else { continue }
            readBoth(exchange(json, &random).text)
        }
    }

    @Test("arbitrary short texts give a message or an error")
    func arbitrary() {
        var random = SeededGenerator(salt: 122)
        let tokens = [
            "{", "}", "[", "]", "\"t\"", "\"d\"", "\"c\"", "\"r\"", "\"a\"", "\"b\"", ":", ",", "1", "0", "null",
            "\"q\"", "\"p\"",
        ]
        for _ in 0..<3000 { readBoth((0..<random.below(14)).map { _ in random.pick(tokens) }.joined()) }
    }

    /// Returns the value with some of its parts replaced, dropped or renamed.
    private func exchange(_ json: JSON, _ random: inout SeededGenerator) -> JSON {
        if random.below(10) == 0 { return strange(&random) }
        switch json.content {
        case .object(let members):
            var result: [JSON.Member] = []
            for member in members where random.below(15) > 0 {
                result.append(JSON.Member(member.name, exchange(member.value, &random)))
            }
            return .object(result)
        case .array(let elements): return .array(elements.map { exchange($0, &random) })
        default: return json
        }
    }

    private func strange(_ random: inout SeededGenerator) -> JSON {
        random.pick([
            .null, true, 0, -1, 1.5, 1e300, -9_007_199_254_740_993, 9.3e18, "", "/", "..", "a.b", "/a//b/", "0", [],
            [nil], [:], ["": 1],
            [".sv": "timestamp"], [".sv": 1], ["a/b": 1, "a": 2], ["..": 1],
            .string(String(repeating: "/k", count: 40)),
            random.json(levels: 3),
        ])
    }
}
