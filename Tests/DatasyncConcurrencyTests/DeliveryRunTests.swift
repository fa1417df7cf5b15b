import DatasyncConcurrency
import Dispatch
import TestSupport
import Testing

@Suite("Runs of deliveries", .timeLimit(.minutes(20)))
struct DeliveryRunTests {
    private let queue = DispatchQueue(label: "run")
    private let done = Record<String>()

    private func block(_ text: String) -> DeliveryQueue.Block { { [done] in done.note(text) } }

    @Test("the deliveries of a run arrive in order, and before work that was dispatched after the flush")
    func order() {
        let deliveryQueue = DeliveryQueue(queue: queue)
        var run = DeliveryRun()
        queue.sync {
            for number in 0..<3 { run.add(block("\(number)"), to: deliveryQueue) }
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
        var run = DeliveryRun()
        run.add(block("a"), to: first)
        run.add(block("b"), to: second)
        queue.sync {}
        #expect(done.entries == ["a"])
        run.add(block("c"), to: first)
        other.sync {}
        #expect(done.entries == ["a", "b"])
        run.flush()
        queue.sync {}
        #expect(done.entries == ["a", "b", "c"])
    }

    @Test("a block that posts again is followed by the rest of its run")
    func reentrant() {
        let deliveryQueue = DeliveryQueue(queue: queue)
        var run = DeliveryRun()
        run.add(
            { [done] in
                done.note("1")
                deliveryQueue.post { done.note("posted inside") }
            }, to: deliveryQueue)
        run.add(block("2"), to: deliveryQueue)
        run.flush()
        for _ in 0..<3 { queue.sync {} }
        #expect(done.entries == ["1", "2", "posted inside"])
    }
}
