import DatasyncPromise
import Dispatch
import Testing

@Suite("Cycles of promises reject", .timeLimit(.minutes(10)))
struct CycleTests {
    private let queue = DispatchQueue(label: "cycles")

    /// Makes pending promises with their resolvers.
    private func pending(_ count: Int) -> [(promise: Promise<Int>, resolver: Promise<Int>.Resolver)] {
        (0..<count).map { _ in Promise<Int>.pending(queue: queue) }
    }

    private func expectCycle(_ promise: Promise<Int>, _ place: SourceLocation = #_sourceLocation) async {
        await #expect(throws: PromiseError.cycle, sourceLocation: place) { try await promise.value }
    }

    @Test("promises that follow each other reject, however many there are", arguments: [2, 3, 10, 10_000])
    func following(count: Int) async {
        let ring = pending(count)
        for index in ring.indices { #expect(ring[index].resolver.resolve(ring[(index + 1) % count].promise)) }
        for (promise, _) in ring { await expectCycle(promise) }
    }

    @Test("a promise rejects that follows a chain of its own")
    func chain() async {
        let (promise, resolver) = Promise<Int>.pending(queue: queue)
        let last = promise.map(on: nil) { $0 + 1 }.get(on: nil) { _ in }.then(on: nil) { .value($0) }
        #expect(resolver.resolve(last))
        await expectCycle(promise)
        await expectCycle(last)
    }

    @Test("a closure that returns a promise behind its own rejects")
    func closure() async {
        let (own, giveOwn) = Promise<Promise<Int>>.pending(queue: queue)
        let first = own.then(on: nil) { $0 }
        let last = first.map(on: nil) { $0 }
        giveOwn.fulfill(last)
        await expectCycle(first)
        await expectCycle(last)
    }

    @Test("a promise that follows a member of a cycle rejects with it")
    func tail() async {
        let ring = pending(3)
        for index in 0..<2 { ring[index].resolver.resolve(ring[1 - index].promise) }
        ring[2].resolver.resolve(ring[0].promise)
        for (promise, _) in ring { await expectCycle(promise) }
    }

    @Test("a promise that another outcome can settle is in no cycle")
    func otherOutcomes() async throws {
        let promises = pending(2)
        let raced = race(promises[0].promise, promises[1].promise)
        #expect(promises[0].resolver.resolve(raced))
        #expect(!promises[0].promise.isSettled)
        promises[1].resolver.fulfill(7)
        #expect(try await promises[0].promise.value == 7)
        let clock = ManualClock()
        let (promise, resolver) = Promise<Int>.pending(queue: queue)
        resolver.resolve(promise.timeout(.seconds(1), clock: clock))
        #expect(!promise.isSettled)
        clock.advance(by: .seconds(2))
        await #expect(throws: PromiseError.timedOut) { try await promise.value }
    }

    @Test("a long chain that is followed from its end settles")
    func noCycle() async throws {
        let chain = pending(2_000)
        for index in 1..<chain.count { chain[index].resolver.resolve(chain[index - 1].promise) }
        for (promise, _) in chain { #expect(!promise.isSettled) }
        chain[0].resolver.fulfill(1)
        #expect(try await chain[chain.count - 1].promise.value == 1)
    }

    @Test("a cycle is released with its closures")
    func release() async {
        await expectRelease(of: 2) { track in
            let trackers = (track(), track())
            let ring = pending(2)
            ring[0].promise.done(on: nil) { _ in withExtendedLifetime(trackers.0) {} }.catch(on: nil) { _ in }
            ring[1].promise.done(on: nil) { _ in withExtendedLifetime(trackers.1) {} }.catch(on: nil) { _ in }
            for index in 0..<2 { ring[index].resolver.resolve(ring[1 - index].promise) }
        }
    }

    @Test("threads that close a cycle together leave no promise pending", arguments: [2, 3, 5])
    func together(count: Int) async {
        for round in 0..<2_000 {
            let ring = pending(count)
            DispatchQueue.concurrentPerform(iterations: count) { index in
                ring[index].resolver.resolve(ring[(index + 1) % count].promise)
            }
            let left = ring.filter { !$0.promise.isSettled }.count
            guard left == 0 else {
                Issue.record("\(left) of \(count) promises are pending after round \(round)")
                return
            }
            for (promise, _) in ring { await expectCycle(promise) }
        }
    }

    @Test("threads that follow, chain and settle at random leave only promises pending whose source is")
    func stress() async {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let nodes = pending(8)
            let free = Promise<Int>.pending(queue: queue)
            // Each promise follows another one, or the free one, at random; a part goes over a further promise of a chain.
            let targets = nodes.indices.map { _ in Int.random(in: 0...nodes.count, using: &generator) }
            let chained = nodes.indices.map { _ in Bool.random(using: &generator) }
            DispatchQueue.concurrentPerform(iterations: nodes.count) { index in
                let target = targets[index] == nodes.count ? free.promise : nodes[targets[index]].promise
                nodes[index].resolver.resolve(chained[index] ? target.map(on: nil) { $0 } : target)
            }
            let expected = nodes.indices.map { index in Self.reachesFree(index, targets) }
            free.resolver.fulfill(1)
            for (index, node) in nodes.enumerated() {
                let value = try? await node.promise.value
                #expect((value == 1) == expected[index], "\(targets) \(chained)")
            }
        }
    }

    /// Returns whether the promises that follow each other lead to the free one, and not into a cycle.
    private static func reachesFree(_ start: Int, _ targets: [Int]) -> Bool {
        var index = start
        for _ in targets {
            index = targets[index]
            if index == targets.count { return true }
        }
        return false
    }
}
