import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncLegacy
import DatasyncTesting
import DatasyncTree
import Testing

@Suite("Equivalence of coalesced and lossless streams", .timeLimit(.minutes(30)))
@MainActor struct CoalescingPropertyTests {
    /// The events and the constraint of the consumers' subscription.
    struct Setting: CustomTestStringConvertible, Sendable {
        let constraint: DatasyncChildrenConstraint
        let eventType: DatasyncEventType
        /// Returns the keys inside the window of the constraint, by an independent simple rule.
        let cut: @Sendable ([String]) -> [String]

        var testDescription: String { "\(constraint), \(eventType)" }

        static let all = [
            DatasyncEventType.childEvent, .child(addition: true, change: true, removal: true),
        ].flatMap { eventType in
            [
                Setting(constraint: .all, eventType: eventType) { $0 },
                Setting(constraint: .first(limit: 4), eventType: eventType) { Array($0.prefix(4)) },
                Setting(constraint: .last(limit: 3), eventType: eventType) { Array($0.suffix(3)) },
                Setting(constraint: .startAt(key: "3", limit: 3), eventType: eventType) {
                    Array($0.filter { $0 >= "3" }.prefix(3))
                },
            ]
        }
    }

    /// A client whose consumers are compared, and another client that also writes.
    private struct Round {
        let random: SeededRandom
        let fixture: ClientFixture
        let device: Device
        let other: Device
        let manager: DatasyncManager
        private(set) var written = 0

        init(seed: Int) throws {
            random = SeededRandom(seed: UInt64(seed))
            fixture = try ClientFixture()
            (device, other) = (fixture.device(), fixture.device())
            manager = device.manager()
            device.application.diagnostics = { _ in }
        }

        /// Writes a few children from both clients, and holds, releases, refuses and loses responses of the first.
        mutating func disturb() {
            for _ in 0..<random.below(6) {
                switch random.below(12) {
                case 0: device.port.hold()
                case 1: device.port.release()
                case 2: device.port.refuseNext(with: .permissionDenied)
                case 3:
                    device.port.drop()
                    device.port.restore()
                default: write()
                }
            }
        }

        private mutating func write() {
            let child = (random.below(2) == 0 ? device : other).legacy.child("list/\(random.below(9))")
            child.set(random.below(3) == 0 ? nil : random.below(3))
            written += 1
        }

        func calm() { device.port.release() }
    }

    @Test("both streams give the same list and states whenever both are drained", arguments: 1...8, Setting.all)
    func random(seed: Int, setting: Setting) async throws {
        var round = try Round(seed: seed)
        let node = try round.manager.nodeThrows(for: "list")
        let sequence = { node.events(setting.eventType, childrenConstraint: setting.constraint, delivery: $0) }
        let (coalescing, lossless) = (WaitingConsumer(sequence(.coalescing)), WaitingConsumer(sequence(.lossless)))
        for step in 0..<30 {
            round.disturb()
            // The consumer takes some events; often it then waits while the next ones arrive.
            for _ in 0..<round.random.below(4) { await coalescing.ask() }
            await coalescing.settle()
            if step % 3 == 0 { await compare(coalescing, lossless, setting, "seed \(seed), step \(step)") }
        }
        round.calm()
        await compare(coalescing, lossless, setting, "seed \(seed), at the end")
        let data = round.fixture.embedded.backend.data[try Path("/list")]
        let keys = setting.cut(data.children.keys.map(\.text))
        #expect(coalescing.mirror.rows.map(\.key) == keys, "seed \(seed)")
        #expect(
            coalescing.mirror.rows.map(\.value) == keys.map { data[Key(unchecked: $0)].text }, "seed \(seed)")
        #expect(coalescing.taken <= lossless.taken, "seed \(seed)")
        // The revocation comes after all events.
        try round.fixture.embedded.setRules(closed)
        await coalescing.takeAll()
        #expect(coalescing.failure?.code == .permissionDenied)
    }

    private func compare(
        _ coalescing: WaitingConsumer, _ lossless: WaitingConsumer, _ setting: Setting, _ note: Comment
    ) async {
        await coalescing.takeAll()
        await lossless.takeAll()
        #expect(coalescing.mirror.mistakes == [], note)
        #expect(lossless.mirror.mistakes == [], note)
        #expect(coalescing.mirror.rows == lossless.mirror.rows, note)
        // Without acknowledgements no event carries the state of a removal. The coalescing consumer does not know a child that
        // was added and removed before it was taken.
        guard setting.eventType == .childEvent else { return }
        #expect(coalescing.mirror.pendingRemovals.isSubset(of: lossless.mirror.pendingRemovals), note)
    }

    @Test("at most one entry is buffered for each child", arguments: 1...20)
    func atMostOne(seed: Int) async throws {
        let random = SeededRandom(seed: UInt64(seed))
        let fixture = try ClientFixture()
        let (device, other) = (fixture.device(), fixture.device())
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "list")
        var iterator = node.events(.childEvent, delivery: .coalescing).makeAsyncIterator()
        for _ in 0..<200 {
            let child = other.legacy.child("list/\(random.below(5))")
            if random.below(3) == 0 { child.remove() } else { child.set(random.below(1_000)) }
        }
        // This key comes after all others, so its event is the last one taken.
        other.legacy.child("list/last").set(true)
        var keys: [String] = []
        while keys.last != "last" { keys.append(try #require(try await iterator.next()).key) }
        #expect(Set(keys).count == keys.count, "seed \(seed)")
    }
}
