import DatasyncConcurrency
import Dispatch
import TestSupport
import Testing

@Suite("Runs of deliveries", .timeLimit(.minutes(20)))
struct DeliveryRunTests {
    private struct Closure: Deliverable {
        let body: DeliveryQueue.Block

        func deliver() { body() }
    }

    private let queue = DispatchQueue(label: "run")
    private let done = Record<String>()

    private func block(_ text: String) -> DeliveryQueue.Block { { [done] in done.note(text) } }

    private func delivery(_ text: String) -> Closure { Closure(body: block(text)) }

    @Test("the deliveries of a run arrive in order, and before work that was dispatched after the flush")
    func order() {
        let deliveryQueue = DeliveryQueue(queue: queue)
        var run = DeliveryRun<Closure>()
        queue.sync {
            for number in 0..<3 { run.add(delivery("\(number)"), to: deliveryQueue) }
            queue.async(execute: block("before the flush"))
            run.flush()
            queue.async(execute: block("after the flush"))
        }
        queue.sync {}
        #expect(done.entries == ["before the flush", "0", "1", "2", "after the flush"])
        run.flush()
        queue.sync {}
        #expect(done.entries.count == 5)
    }

    @Test("a delivery to another queue flushes the run first")
    func otherQueue() {
        let other = DispatchQueue(label: "other")
        let (first, second) = (DeliveryQueue(queue: queue), DeliveryQueue(queue: other))
        var run = DeliveryRun<Closure>()
        run.add(delivery("a"), to: first)
        run.add(delivery("b"), to: second)
        queue.sync {}
        #expect(done.entries == ["a"])
        run.add(delivery("c"), to: first)
        other.sync {}
        #expect(done.entries == ["a", "b"])
        run.flush()
        queue.sync {}
        #expect(done.entries == ["a", "b", "c"])
    }

    @Test("a block that posts again is followed by the rest of its run")
    func reentrant() {
        let deliveryQueue = DeliveryQueue(queue: queue)
        var run = DeliveryRun<Closure>()
        let posting = Closure { [done] in
            done.note("1")
            deliveryQueue.post { done.note("posted inside") }
        }
        run.add(posting, to: deliveryQueue)
        run.add(delivery("2"), to: deliveryQueue)
        run.flush()
        for _ in 0..<3 { queue.sync {} }
        #expect(done.entries == ["1", "2", "posted inside"])
    }

    @Test("a long run arrives in order, before what is posted after it")
    func long() {
        let deliveryQueue = DeliveryQueue(queue: queue)
        var run = DeliveryRun<Closure>()
        queue.sync {
            run.add(delivery("a"), to: deliveryQueue)
            run.add(group: (1...40).map { delivery("\($0)") }, to: deliveryQueue)
            run.add(delivery("b"), to: deliveryQueue)
            run.flush()
            deliveryQueue.post(block("posted"))
            queue.async { [done] in done.note("turn after \(done.entries.count)") }
        }
        queue.sync {}
        let expected = ["a"] + (1...40).map { "\($0)" } + ["b", "posted", "turn after 43"]
        #expect(done.entries == expected)
    }

    @Test("the report of a long queue counts deliveries, not blocks, and comes again at ten times as many")
    func backlog() {
        let counts = Record<Int>()
        let deliveryQueue = DeliveryQueue(queue: queue) { counts.note($0) }
        let limit = DeliveryQueue.firstReportedBacklog
        var run = DeliveryRun<Closure>()
        queue.sync {
            for _ in 1..<limit { run.add(Closure {}, to: deliveryQueue) }
            run.flush()
            #expect(counts.entries.isEmpty)
            deliveryQueue.post {}
            deliveryQueue.post {}
            #expect(counts.entries == [limit])
            deliveryQueue.post(count: limit * 100) {}
            #expect(counts.entries == [limit, limit * 101 + 1])
        }
        queue.sync {}
        // A queue that has become empty reports again.
        queue.sync { deliveryQueue.post(count: limit) {} }
        #expect(counts.entries == [limit, limit * 101 + 1, limit])
        queue.sync {}
    }

    @Test("a group of deliveries counts as one for the report of a long queue")
    func backlogOfGroups() {
        let counts = Record<Int>()
        let deliveryQueue = DeliveryQueue(queue: queue) { counts.note($0) }
        let limit = DeliveryQueue.firstReportedBacklog
        var run = DeliveryRun<Closure>()
        queue.sync {
            run.add(group: (0..<limit * 2).map { _ in Closure {} }, to: deliveryQueue)
            run.flush()
            run.add(delivery("a"), to: deliveryQueue)
            run.add(group: (0..<limit).map { _ in Closure {} }, to: deliveryQueue)
            run.flush()
            #expect(counts.entries.isEmpty)
            for _ in 3..<limit - 1 { deliveryQueue.post {} }
            #expect(counts.entries.isEmpty)
            deliveryQueue.post {}
            #expect(counts.entries == [limit])
        }
        queue.sync {}
    }
}
