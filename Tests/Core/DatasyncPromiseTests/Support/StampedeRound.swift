import DatasyncConcurrency
import Dispatch
import Synchronization

@testable import DatasyncPromise

/// One promise to which threads attach closures, and the order in which these were called.
///
/// Each thread draws a ticket before and after attaching a closure. One closure was surely attached before another if its
/// second ticket is lower than the first ticket of the other; then it must be called first.
final class StampedeRound: Sendable {
    private struct Record {
        /// The tickets of each closure, drawn around its attaching.
        var tickets: [(before: Int, after: Int)]
        /// The closures in the order of their calls.
        var calls: [Int] = []
    }

    let number: Int
    private let delivery: DispatchQueue
    private let promise: Promise<Int>
    private let resolver: Promise<Int>.Resolver
    private let lastTicket = Atomic<Int>(0)
    private let record: Guarded<Record>

    init(number: Int, closures: Int, delivery: DispatchQueue) {
        self.number = number
        self.delivery = delivery
        (promise, resolver) = Promise<Int>.pending()
        record = Guarded(Record(tickets: Array(repeating: (0, 0), count: closures)))
    }

    func attach(_ closure: Int) {
        let before = draw()
        _ = promise.done(on: delivery) { _ in self.record.withLock { $0.calls.append(closure) } }
        let after = draw()
        record.withLock { $0.tickets[closure] = (before, after) }
    }

    func settle() {
        resolver.fulfill(number)
    }

    /// The error of the round, if any; valid after the last call.
    var verdict: String? {
        let (tickets, calls) = record.withLock { ($0.tickets, $0.calls) }
        guard calls.sorted() == Array(tickets.indices) else {
            return "round \(number): not every closure was called exactly once: \(calls)"
        }
        var earliestAfter = Int.max
        for closure in calls.reversed() {
            let (before, after) = tickets[closure]
            guard before < earliestAfter else { return "round \(number): closure \(closure) came late: \(calls)" }
            earliestAfter = min(earliestAfter, after)
        }
        return nil
    }

    private func draw() -> Int { lastTicket.add(1, ordering: .sequentiallyConsistent).newValue }
}
