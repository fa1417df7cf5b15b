public import Synchronization

/// A value behind a lock.
///
/// It adds two features to `Mutex`. Under contention, the mutex of Linux lets the kernel pass the lock on, which the
/// thread sanitizer cannot see: it then reports races between threads that are properly ordered. So each holder reads a
/// flag first and writes it last, which makes the order visible at the price of two cheap accesses. In debug builds, each
/// thread counts the locks that it holds, so that ``ApplicationOwned`` can check where it is released.
@usableFromInline
package struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let handover = Atomic<Bool>(false)

    @inlinable package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs a closure with exclusive access to the value.
    ///
    /// - Parameter body: The closure. It must neither call application code nor release a value of the application, whose
    ///   `deinit` may call back. Move such values out, and release them after this call has returned.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure.
    @inlinable
    @inline(__always)
    package borrowing func withLock<Output: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Output
    ) throws(Failure) -> sending Output {
        try mutex.withLock { value throws(Failure) in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            #if DEBUG
                HeldLocks.enter()
                defer { HeldLocks.leave() }
            #endif
            return try body(&value)
        }
    }
}

extension Guarded where Value: Sendable {
    /// Replaces the value.
    ///
    /// - Parameter new: The new value.
    /// - Returns: The old value; the caller releases it outside the lock.
    @inlinable
    package borrowing func exchange(_ new: Value) -> Value {
        withLock { value in
            let old = value
            value = new
            return old
        }
    }
}
