import DatasyncAsync
import DatasyncLegacy
import DatasyncTesting
import Testing

/// The list that a consumer keeps by the key of the child before.
private struct Mirror {
    struct Row: Equatable {
        let key: String
        var value: String
    }

    private(set) var rows: [Row] = []
    /// What made no sense, if anything did.
    private(set) var mistakes: [String] = []

    mutating func apply(_ event: DatasyncEvent) {
        let place = rows.firstIndex { $0.key == event.key }
        switch event.eventType {
        case .childAddition:
            if place != nil { mistakes.append("\(event) is there already") }
            insert(event)
        case .childChange:
            if let place {
                rows[place].value = event.value.description
            } else {
                mistakes.append("\(event) is not there")
            }
        case .childRemoval:
            if let place { rows.remove(at: place) } else { mistakes.append("\(event) is not there") }
        default: break
        }
    }

    private mutating func insert(_ event: DatasyncEvent) {
        var index = 0
        if let previous = event.previousChildKey {
            guard let place = rows.firstIndex(where: { $0.key == previous }) else {
                return mistakes.append("\(event) comes after \(previous), which is not there")
            }
            index = place + 1
        }
        rows.insert(Row(key: event.key, value: event.value.description), at: index)
    }
}

@Suite("A coalesced stream leads to the same list", .timeLimit(.minutes(30)))
struct CoalescingPropertyTests {
    /// A constraint with what it means, said once more and simply.
    static let windows: [(DatasyncChildrenConstraint, @Sendable ([Int]) -> [Int])] = [
        (.all, { $0 }), (.first(limit: 4), { Array($0.prefix(4)) }), (.last(limit: 3), { Array($0.suffix(3)) }),
        (.startAt(key: "3", limit: 3), { Array($0.filter { $0 >= 3 }.prefix(3)) }),
    ]

    @Test("rebuilt by the key of the child before, over random events", arguments: 1...100, windows.indices)
    func random(seed: Int, window: Int) async throws {
        let random = SeededRandom(seed: UInt64(seed))
        let (constraint, cut) = Self.windows[window]
        let bench = try Bench()
        let (device, other) = (bench.device(), bench.device())
        let manager = device.manager()
        let events = try manager.wellFormed("list").events(
            .childEvent, childrenConstraint: constraint, delivery: .coalescing)
        var iterator = events.makeAsyncIterator()
        var (mirror, data, taken, written) = (Mirror(), [Int: Int](), 0, 0)
        var truth: [Mirror.Row] { cut(data.keys.sorted()).map { Mirror.Row(key: "\($0)", value: "\(data[$0] ?? 0)") } }
        func write(_ key: Int, _ value: Int?) {
            (random.below(3) == 0 ? device : other).legacy.child("list/\(key)").set(value)
            data[key] = value
            written += 1
        }
        for round in 1...20 {
            for _ in 0..<random.below(9) { write(random.below(9), random.below(3) == 0 ? nil : random.below(4)) }
            // A child that the consumer cannot have yet: until it is told of it, there is something to take.
            let sure = truth.isEmpty ? 5 : Int(random.pick(truth).key) ?? 5
            write(sure, 100 + round)
            for _ in 0..<random.below(5) {
                let event = try #require(try await iterator.next())
                mirror.apply(event)
                taken += 1
                if event.key == "\(sure)", event.value.description == "\(100 + round)" { break }
            }
        }
        // The revocation comes after all that waits.
        try bench.embedded.setRules(closed)
        do throws(WebcomError) {
            while let event = try await iterator.next() {
                mirror.apply(event)
                taken += 1
            }
        } catch {
            #expect(error.code == .permissionDenied)
        }
        #expect(mirror.mistakes == [], "seed \(seed), \(constraint)")
        #expect(mirror.rows == truth, "seed \(seed), \(constraint)")
        // A write of one's own may be told twice, as it is acknowledged; in a window it may push out another child.
        #expect(taken <= written * 3, "seed \(seed), \(constraint)")
    }

    @Test("at most one entry waits for each child", arguments: 1...20)
    func atMostOne(seed: Int) async throws {
        let random = SeededRandom(seed: UInt64(seed))
        let bench = try Bench()
        let (device, other) = (bench.device(), bench.device())
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
