import DatasyncAsync
import DatasyncBackend
import DatasyncLegacy
import DatasyncTesting
import DatasyncTree
import Testing

@Suite("A coalesced stream leads to the same list and states", .timeLimit(.minutes(30)))
@MainActor struct CoalescingPropertyTests {
    /// A subscription of the consumers.
    struct Setting: CustomTestStringConvertible, Sendable {
        let constraint: DatasyncChildrenConstraint
        let eventType: DatasyncEventType
        /// The keys that a window of the constraint shows, by a simple rule of its own.
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

    /// One client whose consumers are compared, another one that writes too.
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

        /// Writes a few children, from both clients; holds, releases, refuses and loses responses of the first.
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

    @Test("as a lossless one, whenever both have taken everything", arguments: 1...8, Setting.all)
    func random(seed: Int, setting: Setting) async throws {
        var round = try Round(seed: seed)
        let node = try round.manager.wellFormed("list")
        let sequence = { node.events(setting.eventType, childrenConstraint: setting.constraint, delivery: $0) }
        let (coalescing, lossless) = (WaitingConsumer(sequence(.coalescing)), WaitingConsumer(sequence(.lossless)))
        for step in 0..<30 {
            round.disturb()
            // The consumer takes some events; often it waits while the next ones arrive.
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
        // Without acknowledgements no event could tell the state of a removal. A child that was added and removed before it
        // was taken is unknown to the coalescing consumer.
        guard setting.eventType == .childEvent else { return }
        #expect(coalescing.mirror.pendingRemovals.isSubset(of: lossless.mirror.pendingRemovals), note)
    }

    @Test("at most one entry waits for each child", arguments: 1...20)
    func atMostOne(seed: Int) async throws {
        let random = SeededRandom(seed: UInt64(seed))
        let fixture = try ClientFixture()
        let (device, other) = (fixture.device(), fixture.device())
        let manager = device.manager()
        let node = try manager.wellFormed("list")
        var iterator = node.events(.childEvent, delivery: .coalescing).makeAsyncIterator()
        for _ in 0..<200 {
            let child = other.legacy.child("list/\(random.below(5))")
            if random.below(3) == 0 { child.remove() } else { child.set(random.below(1_000)) }
        }
        // Comes after all others in the order of the keys, and so in what is taken.
        other.legacy.child("list/last").set(true)
        var keys: [String] = []
        while keys.last != "last" { keys.append(try #require(try await iterator.next()).key) }
        #expect(Set(keys).count == keys.count, "seed \(seed)")
    }
}
