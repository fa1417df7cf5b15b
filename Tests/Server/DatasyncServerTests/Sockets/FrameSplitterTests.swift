#if Server
    import NIOCore
    import NIOEmbedded
    import NIOWebSocket
    import TestSupport
    import Testing

    @testable import DatasyncWebSocket

    @Suite("Dividing large frames")
    struct FrameSplitterTests {
        private static let size = FrameSplitter.fragmentSize
        private static let limit = 2 * size + 100

        /// What the decoder and the assembler make of received bytes.
        private struct Outcome: Equatable {
            var events: [MessageAssembler.Event] = []
            var largest = 0
            var violation: MessageAssembler.Violation?

            static func == (one: Self, other: Self) -> Bool {
                one.violation == other.violation
                    && one.events.map(\.comparable) == other.events.map(\.comparable)
            }
        }

        /// Decodes bytes that arrive in parts, until a violation.
        private func decode(_ parts: [ByteBuffer], _ role: MessageAssembler.Role, divides: Bool) throws -> Outcome {
            let channel = EmbeddedChannel()
            let pipeline = channel.pipeline.syncOperations
            if divides { try pipeline.addHandler(FrameSplitterHandler(limit: Self.limit)) }
            try pipeline.addHandler(ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: Self.limit)))
            var assembler = MessageAssembler(role, limit: Self.limit)
            var outcome = Outcome()
            do {
                for part in parts {
                    let result = Result { try channel.writeInbound(part) }
                    while let frame = try channel.readInbound(as: WebSocketFrame.self) {
                        outcome.largest = max(outcome.largest, frame.length)
                        if let event = try assembler.accept(frame) { outcome.events.append(event) }
                    }
                    _ = try result.get()
                }
            } catch {
                outcome.violation = try #require(error as? MessageAssembler.Violation ?? .init(error))
            }
            _ = try? channel.finish()
            return outcome
        }

        /// Returns the bytes of random frames, of which some are not allowed.
        private func frames(_ role: MessageAssembler.Role, _ generator: inout SeededGenerator) -> ByteBuffer {
            var bytes = ByteBuffer()
            var isContinued = false
            for _ in 0...generator.below(6) {
                var length = [
                    0, 1, 125, 126, 65_535, 65_536, Self.size - 1, Self.size, Self.size + 1, 2 * Self.size, Self.limit,
                    Self.limit + 1, generator.below(Self.limit),
                ][generator.below(13)]
                var opcode: UInt8 = isContinued ? 0 : 1
                var isFinal = generator.chance(70)
                if generator.chance(20) { (opcode, length, isFinal) = (9, generator.below(126), true) }
                if generator.chance(4) { opcode = UInt8(generator.below(16)) }
                if opcode < 3 { isContinued = !isFinal }
                let reserved: UInt8 = generator.chance(3) ? 0x40 : 0
                bytes.writeInteger((isFinal ? 0x80 : 0) | reserved | opcode)
                let isMasked = (role == .server) != generator.chance(2)
                let maskBit: UInt8 = isMasked ? 0x80 : 0
                // Also lengths in more bytes than they need.
                if length > 65_535 || generator.chance(10) {
                    bytes.writeInteger(127 | maskBit)
                    bytes.writeInteger(UInt64(length))
                } else if length > 125 || generator.chance(10) {
                    bytes.writeInteger(126 | maskBit)
                    bytes.writeInteger(UInt16(length))
                } else {
                    bytes.writeInteger(UInt8(length) | maskBit)
                }
                let mask = isMasked ? (0..<4).map { _ in UInt8(generator.below(256)) } : [0, 0, 0, 0]
                if isMasked { bytes.writeBytes(mask) }
                let text = generator.chance(3) ? UInt8(0xFF) : UInt8(0x61 + generator.below(26))
                let begin = generator.below(4)
                bytes.writeBytes((0..<length).map { (text &+ UInt8(($0 + begin) % 7)) ^ mask[$0 & 3] })
            }
            return bytes
        }

        @Test("the decoder sees the same messages and violations, in frames of a limited size", arguments: 0..<60)
        func sameMessages(_ number: Int) throws {
            var generator = SeededGenerator(salt: 4_000 + UInt64(number))
            let role: MessageAssembler.Role = generator.chance(80) ? .server : .client
            var bytes = frames(role, &generator)
            let whole = try decode([bytes], role, divides: false)
            var parts: [ByteBuffer] = []
            let largest = [7, 300, 70_000, 1_000_000][generator.below(4)]
            while bytes.readableBytes > 0 {
                // Small parts near the heads would take too long for all bytes.
                let size = bytes.readableBytes > 400_000 ? 50_000 : 1 + generator.below(largest)
                bytes.readSlice(length: min(size, bytes.readableBytes)).map { parts.append($0) }
            }
            let divided = try decode(parts, role, divides: true)
            #expect(divided == whole, "\(number), \(Seed.note)")
            #expect(divided.largest <= Self.size)
        }

        @Test("a part that contains no large frame is passed on as it is")
        func unchanged() throws {
            var splitter = FrameSplitter(limit: Self.limit)
            var bytes = ByteBuffer(bytes: [0x81, 2, 0x61, 0x62, 0x89, 0])
            bytes.writeBytes([0x81, 126])
            let first = splitter.accept(bytes)
            #expect(Array(first.readableBytesView) == [0x81, 2, 0x61, 0x62, 0x89, 0])
            let second = splitter.accept(ByteBuffer(bytes: [0, 1, 0x63]))
            #expect(Array(second.readableBytesView) == [0x81, 126, 0, 1, 0x63])
        }

        @Test("a payload of any size loses its mask")
        func payload() {
            var generator = SeededGenerator(salt: 4_100)
            for size in 0..<40 {
                let bytes = (0..<size + 3).map { _ in UInt8(generator.below(256)) }
                var data = ByteBuffer(bytes: bytes)
                data.moveReaderIndex(forwardBy: 3)
                let frame = WebSocketFrame(fin: true, opcode: .text, maskKey: .random(using: &generator), data: data)
                #expect(frame.payload == frame.unmaskedData, "\(size), \(Seed.note)")
            }
        }
    }

    extension MessageAssembler.Event {
        /// The event with the decoded text, so that the pieces of a message do not count.
        fileprivate var comparable: String {
            switch self {
            case .text(let text): "text \((try? text.decoded()) ?? "not valid")"
            case .ping, .pong, .close: "\(self)"
            }
        }
    }
#endif
