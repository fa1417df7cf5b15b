import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend
@testable import DatasyncEngine

/// Clients with an offline store whose process ends at any moment, with any part of the store on the disk.
struct OfflineHistoryTests {

    private struct History {
        var world = OfflineWorld()
        var generator: SeededGenerator
        var log: [String] = []
        /// The values of the plain writes that count, by key.
        var expected: [String: Double] = [:]
        /// The number of the change that made each write pending.
        var madeBy: [(change: Int, key: String)] = []
        var increments = 0
        var lastKey = 0
        var transactions = 0

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        private static func path(_ text: String) -> Path {
            Path(text.split(separator: "/").map { Key(unchecked: "\($0)") })
        }

        mutating func step() throws {
            let choice = generator.below(100)
            log.append("\(choice)")
            switch choice {
            case ..<20: try set()
            case ..<30: try merge()
            case ..<38: try increment()
            case ..<42:
                transactions += 1
                world.perform { _ = $0.beginTransaction(at: Self.path("t"), isVisible: true) }
            case ..<48:
                let path = Self.path(generator.pick(["s", "s/k1", "c", "n", "m"]))
                let window = generator.chance(30) ? try Window(limit: 2) : .all
                world.perform { _ = $0.listen(to: Query(path: path, window: window), interest: .valueFamily) }
            case ..<52:
                let ids = world.client.replica.registrations.keys.sorted { $0.number < $1.number }
                if !ids.isEmpty {
                    let id = generator.pick(ids)
                    world.perform { $0.unlisten(id) }
                }
            case ..<54: world.perform { $0.cleanCache() }
            case ..<64: world.sync(upTo: world.durable + generator.below(4))
            case ..<78: _ = world.deliverToBackend()
            case ..<90: _ = world.deliverToClient()
            case ..<93: world.drop()
            case ..<97: world.reconnect()
            default: kill()
            }
        }

        private mutating func made(_ key: String) {
            // The change of the write precedes those of its sending.
            let index = world.changes.lastIndex { if case .wrote = $0 { true } else { false } } ?? -1
            madeBy.append((index, key))
        }

        private mutating func set() throws {
            lastKey += 1
            let (key, value) = ("s/k\(lastKey)", Double(lastKey))
            try world.perform { _ = try $0.set(WriteValue(.number(value)), at: Self.path(key), now: 0) }
            expected[key] = value
            made(key)
        }

        private mutating func merge() throws {
            lastKey += 1
            let (key, value) = ("m/k\(lastKey)", Double(lastKey))
            let parts = [MergePart(path: Self.path("k\(lastKey)"), value: WriteValue(.number(value)))]
            try world.perform { _ = try $0.merge(parts, at: Self.path("m"), now: 0) }
            expected[key] = value
            made(key)
        }

        private mutating func increment() throws {
            increments += 1
            let value = WriteValue(.increment(by: 1, from: 0))
            try world.perform { _ = try $0.set(value, at: Self.path("n"), now: 0) }
            made("n")
        }

        mutating func kill() {
            let durable = world.durable
            let lost = world.kill()
            for (change, key) in madeBy where change >= durable {
                if key == "n" { increments -= 1 } else { expected[key] = nil }
            }
            madeBy.removeAll { $0.change >= durable }
            log.append("kill, \(lost.count) changes lost")
        }

        /// Settles everything, and returns the differences between the data and the expected ones.
        mutating func differences() -> [String] {
            world.reconnect()
            world.settle()
            var problems: [String] = []
            let data = world.backend.data
            for (key, value) in expected where data[Self.path(key)].number != value {
                problems.append("\(key) is \(data[Self.path(key)].text) instead of \(value)")
            }
            for list in ["s", "m"] {
                for (key, _) in data[Self.path(list)].children where expected["\(list)/\(key.text)"] == nil {
                    problems.append("\(list)/\(key.text) was lost, and was sent")
                }
            }
            let counted = data[Self.path("n")].number ?? 0
            if counted != Double(increments) { problems.append("n is \(counted) instead of \(increments)") }
            let committed = data[Self.path("t")].number ?? 0
            if committed > Double(transactions) {
                problems.append("t is \(committed), after \(transactions) transactions")
            }
            if world.client.unsettledCount > 0 {
                problems.append("\(world.client.unsettledCount) operations are unsettled")
            }
            if !world.replayed.writes.isEmpty { problems.append("the store still has writes") }
            let failures = world.results.filter { $0 != "ok" && $0 != "overridden" }
            if !failures.isEmpty { problems.append("failures: \(failures)") }
            return problems
        }
    }

    @Test(
        "after any end of the process, each durable write is applied once, and no other one is sent [offline 1, 2, 4, 5]"
    )
    func histories() throws {
        let count = UInt64(LongForm.count(200, long: 20_000))
        for seed in 1...count {
            var history = History(seed: seed)
            for _ in 0..<(10 + history.generator.below(120)) {
                try history.step()
                guard history.world.isConsistent, history.world.client.violatedInvariant == nil else {
                    Issue.record(
                        """
                        seed \(seed): after \(history.log.suffix(3)) \
                        \(history.world.client.violatedInvariant ?? "the changes give another state"):
                        \(OfflineWorld.summary(history.world.replayed))
                        \(OfflineWorld.summary(history.world.client.offlineState))
                        """)
                    return
                }
            }
            let problems = history.differences()
            #expect(problems.isEmpty, "seed \(seed): \(problems)")
            if !problems.isEmpty { return }
        }
    }
}
