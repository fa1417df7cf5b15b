import Synchronization

/// A value behind a lock.
///
/// This is `Mutex` with one addition. Where threads compete for it, the mutex of Linux lets the kernel pass the lock on,
/// which the thread sanitizer cannot see: it then reports races between threads that were properly one after the other.
/// A flag that every holder reads first and writes last shows it the order, at the price of two cheap accesses.
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let handover = Atomic<Bool>(false)

    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Lets a closure use the value, alone.
    ///
    /// - Parameter body: Must not call anyone who might come back here.
    /// - Returns: What the closure returned.
    /// - Throws: What the closure threw.
    package borrowing func withLock<Answer: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Answer
    ) throws(Failure) -> sending Answer {
        try mutex.withLock { value throws(Failure) in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
