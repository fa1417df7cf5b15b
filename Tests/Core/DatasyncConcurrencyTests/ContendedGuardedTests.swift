import DatasyncConcurrency
import Dispatch
import TestSupport
import Testing

@Suite("Locks that many threads wait for")
struct ContendedGuardedTests {
    private struct Refusal: Error {}

    private final class Noted: Sendable {
        let record: Record<String>

        init(_ record: Record<String>) { self.record = record }

        deinit { record.note("released") }
    }

    @Test("no change is lost when more threads than processors change the value")
    func exclusion() {
        let counts = ContendedGuarded([0, 0])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            for _ in 0..<5_000 {
                counts.withLock { counts in
                    counts[0] += 1
                    counts[1] += counts[0] % 2
                }
            }
        }
        #expect(counts.withLock(\.self) == [80_000, 40_000])
    }

    @Test("an error leaves the lock open, and the value as the closure has left it")
    func failure() {
        let value = ContendedGuarded(1)
        #expect(throws: Refusal.self) {
            try value.withLock { value throws(Refusal) in
                value = 2
                throw Refusal()
            }
        }
        #expect(value.withLock(\.self) == 2)
    }

    @Test("the value is released with the lock, once")
    func release() {
        let record = Record<String>()
        do {
            let value = ContendedGuarded(Noted(record))
            value.withLock { #expect($0.record.entries.isEmpty) }
        }
        #expect(record.entries == ["released"])
    }
}
