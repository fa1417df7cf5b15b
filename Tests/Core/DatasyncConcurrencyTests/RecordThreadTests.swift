import Dispatch
import TestSupport
import Testing

/// Tests for the log that tests of threads share; under the thread sanitizer, for what it reports of them.
struct RecordThreadTests {
    @Test("a record keeps the entries of all threads, those of each thread in order")
    func threads() {
        let record = Record<(thread: Int, number: Int)>()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<20_000 { record.note((thread, number)) }
        }
        let entries = record.take()
        for thread in 0..<8 {
            #expect(entries.filter { $0.thread == thread }.map(\.number) == Array(0..<20_000))
        }
        #expect(record.entries.isEmpty)
    }
}
