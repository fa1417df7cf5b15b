import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncWire
import TestSupport
import Testing

@Suite("Damaged frames")
struct DamagedFrameTests {
    @Test("damaged frames give messages or one error, on either side")
    func frames() throws {
        var random = SeededGenerator(salt: 123)
        for _ in 0..<500 {
            var frames: [String] = []
            for _ in 0..<5 { frames += Frames.cut(try random.messageText(), limit: 50) }
            for _ in 0...random.below(3) {
                let place = random.below(frames.count)
                switch random.below(3) {
                case 0: frames.remove(at: place)
                case 1: frames.insert(random.pick(["", "0", "3", "-1", "99999", "x", "{}"]), at: place)
                default: frames.swapAt(place, random.below(frames.count))
                }
            }
            let transport = ScriptedTransport()
            let client = Record<String>()
            _ = TransportLink(transport).open { client.note($0.line) }
            let backend = ScriptedLink()
            let responses = Record<String>()
            let connection = LinkTransport(backend).open { responses.note($0.line) }
            for frame in frames {
                transport.deliver(frame)
                connection.send(frame)
            }
            let closings = client.entries.filter { $0.hasPrefix("closed: ") }
            #expect(closings.count <= 1, "\(frames), \(Seed.note)")
            #expect(closings.isEmpty || client.entries.last == closings[0], "\(frames), \(Seed.note)")
        }
    }
}
