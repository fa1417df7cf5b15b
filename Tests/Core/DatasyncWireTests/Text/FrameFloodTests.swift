import DatasyncTree
import DatasyncWire
import Foundation
import TestSupport
import Testing

/// Random, truncated and mutated frames through the decoders of both sides.
///
/// `DATASYNC_LONG=1` reads a million frames; the usual run reads fewer.
@Suite("Frames of both sides")
struct FrameFloodTests {
    private static let count = LongForm.count(12_000, long: 1_000_000)

    @Test("valid, truncated and mutated frames give a message or an error, in bounded memory")
    func flood() throws {
        var flood = FrameFlood()
        let started = ContinuousClock.now
        // The first part fills the caches of the process.
        try flood.read(Self.count / 10)
        let before = ResidentMemory.bytes
        try flood.read(Self.count - Self.count / 10)
        let after = ResidentMemory.bytes
        let time = ContinuousClock.now - started
        print("\(flood), \(time), resident \(before >> 20) MiB before and \(after >> 20) MiB after, seed \(Seed.value)")
        #expect(flood.readFrames >= Self.count)
        // Every kind of message was read as a value, and each decoder refused some.
        #expect(flood.values.keys.sorted() == FrameFlood.kinds.sorted(), "\(Seed.note)")
        #expect(flood.refused.allSatisfy { $0 > 0 }, "\(Seed.note)")
        // Other suites run in the same process, so that only the long run has a figure of its own.
        if LongForm.isWanted { #expect(after < before + 128 << 20, "\(Seed.note)") }
    }

    @Test("a message in more pieces than the limit is refused before any piece is stored")
    func tooManyPieces() {
        for count in ["16385", "9223372036854775807", "9223372036854775808", "-1", "00016385"] {
            for keepsZero in [true, false] {
                var reader = FrameReader()
                let text = try? reader.accept(count, keepsZero: keepsZero)
                // A count that is not a number of the language is a text, which the decoders refuse.
                if let text {
                    #expect(throws: (any Error).self) { try ClientMessage(text: text) }
                    #expect(throws: (any Error).self) { try BackendMessage(text: text) }
                }
            }
        }
    }

    @Test("nested arrays and objects of any depth are refused or read", arguments: [100, 1_000, 100_000])
    func nesting(depth: Int) {
        for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"\":", "}]")] {
            let value = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            for text in [
                value, "{\"t\":\"d\",\"d\":{\"r\":1,\"a\":\"p\",\"b\":{\"p\":\"/a\",\"d\":\(value)}}}",
                "{\"t\":\"d\",\"d\":{\"a\":\"d\",\"b\":{\"p\":\"a\",\"d\":\(value)}}}",
                "{\"t\":\"d\",\"d\":" + String(repeating: open, count: depth),
            ] {
                var flood = FrameFlood()
                flood.decode(text)
                #expect(depth <= 100 || flood.values.isEmpty, "depth \(depth) of \(open)")
            }
        }
    }
}

/// A source of frames that are valid, truncated or mutated, and the counts of what the decoders made of them.
private struct FrameFlood: CustomStringConvertible {
    /// The kinds of messages of both sides.
    static let kinds =
        [
            "keepAlive", "ping", "pong", "listen", "unlisten", "get", "put", "merge", "setOnDisconnect",
            "mergeOnDisconnect", "cancelOnDisconnect", "authenticate", "unauthenticate", "statistics",
            "webhookAdd", "webhookChange", "webhookList", "webhookRemove",
        ].map { "client \($0)" }
        + ["hello", "reset", "shutdown", "ping", "pong", "response", "set", "merge", "revoked", "authRevoked", "debug"]
        .map { "back end \($0)" }

    private static let tokens = [
        "{", "}", "[", "]", "\"", ":", ",", "\\", "null", "true", "1e999", "-", "-0", "1e-400", "\\ud800",
        "\\udc00\\ud800",
        ".sv", ".value", ".priority", "\"t\":", "\"d\":", "\"b\":", "\"w\":", "\"q\":", "\u{0}", "\u{FEFF}", "9", "00",
        "9223372036854775808", "-9223372036854775809", "0.1e", "..", "//", "/.info", "\u{10FFFF}", "\u{301}", "\r\n",
    ]

    private(set) var readFrames = 0
    /// The number of decoded messages by kind.
    private(set) var values: [String: Int] = [:]
    /// The number of texts that the client's decoder, the back end's decoder and the readers of frames refused.
    private(set) var refused = [0, 0, 0]
    /// The source of the seeds; generators with neighbouring salts would give almost the same numbers.
    private var seeds = SeededGenerator(salt: 9_000_000)
    private var seed: UInt64 = 0
    private var ofClient = FrameReader()
    private var ofBackend = FrameReader()

    var description: String {
        "\(readFrames) frames, \(values.values.reduce(0, +)) values of \(values.count) kinds, \(refused) refused"
    }

    /// Makes frames and reads them on both sides until their number is reached.
    mutating func read(_ count: Int) throws {
        let end = readFrames + count
        while readFrames < end {
            // A generator for each series, so that one of them can be repeated alone.
            seed = seeds.next()
            var random = SeededGenerator(seed: seed)
            for _ in 0..<64 {
                for frame in try frames(&random) { accept(frame) }
            }
        }
    }

    /// Returns the frames of one message, most of them damaged.
    private func frames(_ random: inout SeededGenerator) throws -> [String] {
        var text = try random.messageText()
        switch random.below(10) {
        case 0, 1: break
        case 2: text = Self.truncated(text, &random)
        case 3: text = Self.spliced(text, try random.messageText(), &random)
        case 4: text = Self.arbitrary(&random)
        case 5: text = (try? JSONParser.parse(text)).map { Self.exchanged($0, &random).text } ?? text
        default: text = Self.mutated(text, &random)
        }
        guard random.below(6) == 0 else { return [text] }
        var frames = Frames.cut(text, limit: 1 + random.below(40))
        guard frames.count > 1 else { return frames }
        switch random.below(8) {
        case 0: frames.remove(at: random.below(frames.count))
        case 1: frames.swapAt(random.below(frames.count), random.below(frames.count))
        case 2: frames[0] = random.pick(["0", "1", "2", "16384", "16385", "-1", "+3", "１", "99999999999999999999", ""])
        case 3: frames.insert(random.pick(["", "0", "3", "{"]), at: random.below(frames.count))
        default: break
        }
        return frames
    }

    /// Feeds a frame to both connections, which begin again after an error as after a reconnect.
    private mutating func accept(_ frame: String) {
        readFrames += 1
        do throws(DatasyncError) {
            if let text = try ofClient.accept(frame, keepsZero: true) { decode(text) }
        } catch {
            refused[2] += 1
            #expect(!error.message.isEmpty, "\(Seed.note), series \(seed)")
            ofClient = FrameReader()
        }
        do throws(DatasyncError) {
            if let text = try ofBackend.accept(frame, keepsZero: false) { decode(text) }
        } catch {
            refused[2] += 1
            ofBackend = FrameReader()
        }
        // A count without its pieces would swallow all later messages.
        if readFrames % 97 == 0 { (ofClient, ofBackend) = (FrameReader(), FrameReader()) }
    }

    /// Decodes a text on both sides; the text of a value is read as an equal value.
    mutating func decode(_ text: String) {
        do throws(MalformedRequest) {
            let message = try ClientMessage(text: text)
            values["client \(Self.kind(of: message))", default: 0] += 1
            let again = message.text
            #expect((try? ClientMessage(text: again))?.text == again, "\(text), \(Seed.note), series \(seed)")
        } catch {
            refused[0] += 1
            if error.reason.isEmpty || error.status == .ok { Issue.record("\(text), \(Seed.note), series \(seed)") }
        }
        do throws(DatasyncError) {
            let message = try BackendMessage(text: text)
            values["back end \(Self.kind(of: message))", default: 0] += 1
            // A response without data is written with an empty object, which is read as the null node.
            let again = try BackendMessage(text: message.text).text
            #expect((try? BackendMessage(text: again))?.text == again, "\(text), \(Seed.note), series \(seed)")
        } catch {
            refused[1] += 1
            if error.message.isEmpty { Issue.record("\(text), \(Seed.note), series \(seed)") }
        }
    }

    private static func kind(of message: ClientMessage) -> String {
        switch message {
        case .keepAlive: return "keepAlive"
        case .ping: return "ping"
        case .pong: return "pong"
        case .request(let request):
            switch request.action {
            case .listen: return "listen"
            case .unlisten: return "unlisten"
            case .get: return "get"
            case .write(let write, _, _): return write.isMerge ? "merge" : "put"
            case .writeOnDisconnect(let write, _): return write.isMerge ? "mergeOnDisconnect" : "setOnDisconnect"
            case .cancelOnDisconnect: return "cancelOnDisconnect"
            case .authenticate: return "authenticate"
            case .unauthenticate: return "unauthenticate"
            case .statistics: return "statistics"
            case .webhook(let request):
                switch request {
                case .add: return "webhookAdd"
                case .list: return "webhookList"
                case .change: return "webhookChange"
                case .remove: return "webhookRemove"
                }
            }
        }
    }

    private static func kind(of message: BackendMessage) -> String {
        switch message {
        case .control(.hello): "hello"
        case .control(.reset): "reset"
        case .control(.shutdown): "shutdown"
        case .control(.ping): "ping"
        case .control(.pong): "pong"
        case .response: "response"
        case .push(.set): "set"
        case .push(.merge): "merge"
        case .push(.revoked): "revoked"
        case .push(.authenticationRevoked): "authRevoked"
        case .push(.securityDebug): "debug"
        }
    }

    // MARK: Damage

    private static func truncated(_ text: String, _ random: inout SeededGenerator) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: bytes.prefix(random.below(bytes.count + 1)), as: UTF8.self)
    }

    private static func spliced(_ left: String, _ right: String, _ random: inout SeededGenerator) -> String {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        let bytes = left.prefix(random.below(left.count + 1)) + right.suffix(random.below(right.count + 1))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func arbitrary(_ random: inout SeededGenerator) -> String {
        if random.below(2) == 0 { return (0..<random.below(20)).map { _ in random.pick(tokens) }.joined() }
        let bytes = (0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func mutated(_ text: String, _ random: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...random.below(4) {
            let place = random.below(bytes.count + 1)
            switch random.below(7) {
            case 0: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
            case 1: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.below(8)) }
            case 2: bytes.removeSubrange(place..<min(place + random.below(6), bytes.count))
            case 3: bytes.insert(contentsOf: random.pick(tokens).utf8, at: place)
            case 4: bytes.insert(contentsOf: bytes[place..<min(place + random.below(30), bytes.count)], at: place)
            case 5:
                let token = Array(random.pick(tokens).utf8)
                bytes.replaceSubrange(place..<min(place + token.count, bytes.count), with: token)
            default:
                if random.below(200) == 0 {
                    let piece = [UInt8](random.pick(["[", "{\"a\":", "9", "/a", "\\u0000"]).utf8)
                    let flood = (0..<random.below(4000)).flatMap { _ in piece }
                    bytes.insert(contentsOf: flood, at: place)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the value with some of its parts replaced, dropped, repeated or renamed.
    private static func exchanged(_ json: JSON, _ random: inout SeededGenerator) -> JSON {
        if random.below(10) == 0 {
            return random.pick([
                .null, true, 0, -1, 1.5, 1e300, -9_007_199_254_740_993, 9.3e18, "", "/", "..", "a.b", "/a//b/", "0",
                [], [nil], [:], ["": 1], [".sv": "timestamp"], [".sv": 1], ["a/b": 1, "a": 2], ["..": 1],
                [".value": [".value": 1]], [".priority": [:]], ["a/.priority": 1], random.json(levels: 3),
                .string(String(repeating: "/k", count: 40)), .string(String(repeating: "é", count: 800)),
            ])
        }
        switch json.content {
        case .object(let members):
            var result: [JSON.Member] = []
            for member in members where random.below(15) > 0 {
                let name = random.below(30) == 0 ? random.pick(tokens) : member.name
                result.append(JSON.Member(name, exchanged(member.value, &random)))
                if random.below(40) == 0 { result.append(member) }
            }
            return .object(result)
        case .array(let elements): return .array(elements.map { exchanged($0, &random) })
        default: return json
        }
    }
}
