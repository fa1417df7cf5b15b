#if Server
    import NIOCore
    import NIOEmbedded
    import NIOWebSocket
    import TestSupport
    import Testing

    @testable import DatasyncWebSocket

    /// Frames of single connections and of several, which a group gathers.
    @Suite("Groups of connections", .timeLimit(.minutes(10)))
    struct FlushGroupTests {
        /// A connection that records the batches written to it.
        private final class Recorder: Sendable {
            let channel = EmbeddedChannel()
            let outbox: FrameOutbox
            private let written = Record<[String]>()
            private let overflows = Record<Bool>()

            init(limit: Int = .max) {
                let (written, overflows) = (written, overflows)
                outbox = FrameOutbox(
                    channel: channel, limit: limit,
                    write: { frames, _, promise in
                        written.note(frames.map { String(buffer: $0) })
                        promise.succeed()
                    },
                    overflowed: { _ in overflows.note(true) })
            }

            /// Runs the tasks of the event loop; returns the batches since the last call.
            func takeBatches() -> [[String]] {
                channel.embeddedEventLoop.run()
                return written.take()
            }

            var isDisconnected: Bool { overflows.entries == [true] }
        }

        private func frame(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }

        @Test("messages for the same connections are joined once, and arrive with the flush")
        func joined() {
            let (first, second) = (Recorder(), Recorder())
            let (group, both) = (FlushGroup(), OutboxSet([first.outbox, second.outbox]))
            for text in ["a", "b", "c"] { group.send([frame(text)], to: both) }
            #expect(first.takeBatches() == [])
            group.flush()
            #expect(first.takeBatches() == [["abc"]])
            #expect(second.takeBatches() == [["abc"]])
        }

        @Test("a message for one of them comes after the joined ones; one for another connection does not part them")
        func single() {
            let (first, second, other) = (Recorder(), Recorder(), Recorder())
            let (group, both) = (FlushGroup(), OutboxSet([first.outbox, second.outbox]))
            group.send([frame("a")], to: both)
            group.send([frame("x")], to: other.outbox)
            group.send([frame("b")], to: both)
            group.send([frame("y")], to: first.outbox)
            group.send([frame("c")], to: both)
            group.flush()
            #expect(first.takeBatches() == [["ab", "y", "c"]])
            #expect(second.takeBatches() == [["ab", "c"]])
            #expect(other.takeBatches() == [["x"]])
        }

        @Test("large messages are not copied, and keep their place")
        func large() {
            let (recorder, group) = (Recorder(), FlushGroup())
            let (set, large) = (OutboxSet([recorder.outbox]), String(repeating: "l", count: 40_000))
            for text in ["a", large, "b"] { group.send([frame(text)], to: set) }
            group.flush()
            #expect(recorder.takeBatches() == [["a", large, "b"]])
        }

        @Test("the group flushes itself before it holds much")
        func limit() {
            let (recorder, group) = (Recorder(), FlushGroup())
            let (set, text) = (OutboxSet([recorder.outbox]), String(repeating: "l", count: 10_000))
            for _ in 0..<1000 { group.send([frame(text)], to: set) }
            let before = recorder.takeBatches().joined().joined().utf8.count
            #expect(before >= 8 << 20 && before < 10_000_000)
            group.flush()
            #expect(before + recorder.takeBatches().joined().joined().utf8.count == 10_000_000)
        }

        @Test("the group flushes itself between large messages too, which it does not join")
        func largeLimit() {
            let recorders = [Recorder(), Recorder()]
            let (group, set) = (FlushGroup(), OutboxSet(recorders.map(\.outbox)))
            let text = String(repeating: "l", count: 100_000)
            var counts: [Int] = []
            for _ in 0..<60 {
                group.send([frame(text)], to: set)
                counts.append(recorders.reduce(0) { $0 + $1.takeBatches().joined().count })
            }
            // 8 MiB over both connections are 42 messages for each.
            #expect(counts.firstIndex { $0 > 0 } == 41)
            #expect(counts.reduce(0, +) == 84)
        }

        @Test("a slow connection is disconnected; the others receive everything")
        func slow() {
            let (slow, other) = (Recorder(limit: 5), Recorder())
            let (group, both) = (FlushGroup(), OutboxSet([slow.outbox, other.outbox]))
            group.send([frame("1234")], to: both)
            group.send([frame("x")], to: slow.outbox)
            group.send([frame("5678")], to: both)
            group.flush()
            #expect(slow.takeBatches() == [])
            #expect(slow.isDisconnected)
            #expect(other.takeBatches() == [["1234", "5678"]])
        }

        @Test("the end of a connection comes after the messages before it")
        func end() {
            let (recorder, group) = (Recorder(), FlushGroup())
            group.send([frame("a")], to: OutboxSet([recorder.outbox]))
            group.settle(recorder.outbox)
            recorder.outbox.end(with: .goingAway, because: "end")
            group.flush()
            #expect(recorder.takeBatches().joined().first == "a")
        }

        // MARK: Random sequences

        /// One call; connections and sets by their places.
        private enum Step: Sendable {
            case single(Int, size: Int)
            case several(set: Int, size: Int)
            case flush
        }

        /// Returns whether each connection receives the texts that it would receive without a group.
        private func isRight(_ steps: [Step], _ sets: [[Int]], connections count: Int) -> Bool {
            let recorders = (0..<count).map { _ in Recorder() }
            let outboxSets = sets.map { set in OutboxSet(set.map { recorders[$0].outbox }) }
            let group = FlushGroup()
            var expected = Array(repeating: "", count: count)
            var received = expected
            for (number, step) in (steps + [.flush]).enumerated() {
                switch step {
                case .single(let place, let size):
                    let text = "<\(number)>" + String(repeating: "s", count: size)
                    group.send([frame(text)], to: recorders[place].outbox)
                    expected[place] += text
                case .several(let set, let size):
                    let text = "<\(number)>" + String(repeating: "m", count: size)
                    group.send([frame(text), frame("|")], to: outboxSets[set])
                    for place in sets[set] { expected[place] += text + "|" }
                case .flush:
                    group.flush()
                    for (place, recorder) in recorders.enumerated() {
                        received[place] += recorder.takeBatches().joined().joined()
                    }
                }
            }
            return received == expected
        }

        @Test("each connection receives its messages in order, whatever came in between", arguments: 0..<40)
        func random(salt: Int) {
            var generator = SeededGenerator(salt: 7_000 + UInt64(salt))
            let count = 5
            let sets = (0..<4).map { _ in (0..<count).filter { _ in generator.chance(60) } }
            var steps = (0..<60).map { _ -> Step in
                let size = generator.chance(5) ? 30_000 : generator.below(40)
                return switch generator.below(10) {
                case 0..<3: .single(generator.below(count), size: size)
                case 9: .flush
                default: .several(set: generator.chance(70) ? 0 : generator.below(sets.count), size: size)
                }
            }
            if isRight(steps, sets, connections: count) { return }
            var place = 0
            while place < steps.count {
                var fewer = steps
                fewer.remove(at: place)
                if isRight(fewer, sets, connections: count) { place += 1 } else { steps = fewer }
            }
            Issue.record("These steps suffice: \(steps) with the sets \(sets); \(Seed.note)")
        }
    }
#endif
