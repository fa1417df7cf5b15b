import DatasyncConcurrency
import Foundation
import Testing

@Suite("Inboxes", .timeLimit(.minutes(20)))
struct InboxTests {
    @Test("items are processed in order, also those of several senders")
    func order() async {
        let inbox = Inbox(label: "test")
        let processed = Guarded<[[Int]]>([[], [], [], []])
        DispatchQueue.concurrentPerform(iterations: 4) { sender in
            for item in 0..<5_000 {
                inbox.send(weight: 1) { processed.withLock { $0[sender].append(item) } }
            }
        }
        while !inbox.isEmpty { await Task.yield() }
        #expect(processed.withLock(\.self) == Array(repeating: Array(0..<5_000), count: 4))
    }

    @Test("a sender that is far ahead waits until its items are processed")
    func waiting() {
        let inbox = Inbox(label: "test")
        let gate = DispatchSemaphore(value: 0)
        let processed = Guarded(0)
        inbox.send(weight: 1) { gate.wait() }
        for _ in 0..<8 { inbox.send(weight: 1_000) { processed.withLock { $0 += 1 } } }
        #expect(processed.withLock(\.self) == 0)
        // The last item is sent while the gate is closed, so that its sender is too far ahead.
        DispatchQueue.global().async {
            while inbox.waitingWeight <= 9_000 { sched_yield() }
            gate.signal()
        }
        inbox.send(weight: 1_000) { processed.withLock { $0 += 1 } }
        // Only a sender that waited sees its own item processed.
        #expect(processed.withLock(\.self) == 9)
    }

    @Test("an item that sends more than the limit does not wait for itself")
    func nested() async {
        let inbox = Inbox(label: "test")
        let processed = Guarded(0)
        await withCheckedContinuation { continuation in
            inbox.send(weight: 1) {
                for _ in 0..<20 { inbox.send(weight: 1_000) { processed.withLock { $0 += 1 } } }
                inbox.send(weight: 1) { continuation.resume() }
            }
        }
        #expect(processed.withLock(\.self) == 20)
    }
}
