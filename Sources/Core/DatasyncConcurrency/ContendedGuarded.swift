#if canImport(Darwin)
    /// A value behind a lock that many threads wait for at once; on Apple systems, the usual lock suffices.
    package typealias ContendedGuarded = Guarded
#else
    #if canImport(Musl)
        public import Musl
    #else
        public import Glibc
    #endif

    /// A value behind a lock that many threads wait for at the same time.
    ///
    /// On Linux, the kernel passes a `Mutex` on to the thread that has waited longest, and no other thread can take it until
    /// that one runs. With more threads than processors, each use of the lock then has to wake a thread: with 8 threads on
    /// 4 processors, that costs 80 µs of wall time and 74 µs of processor time. Any running thread can take a POSIX mutex,
    /// which costs 1.5 µs there. It takes 56 bytes more and 5 ns longer when no thread waits, so state that few threads use
    /// stays in ``Guarded``.
    ///
    /// `Sendable` is unchecked, because a pointer is not: the value is reached only by the thread that holds the mutex, and
    /// both live as long as this object.
    @usableFromInline
    package struct ContendedGuarded<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
        @usableFromInline let value: UnsafeMutablePointer<Value>

        @inlinable package init(_ value: consuming sending Value) {
            mutex = .allocate(capacity: 1)
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            #if canImport(Glibc)
                // A waiting thread first tries a few more times, which is cheaper than sleeping and being woken.
                pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ADAPTIVE_NP))
            #endif
            pthread_mutex_init(mutex, &attributes)
            pthread_mutexattr_destroy(&attributes)
            self.value = .allocate(capacity: 1)
            self.value.initialize(to: value)
        }

        @inlinable deinit {
            value.deinitialize(count: 1)
            value.deallocate()
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Runs a closure with exclusive access to the value; see ``Guarded/withLock(_:)``.
        ///
        /// - Parameter body: The closure. It must neither call application code nor release a value of the application.
        /// - Returns: The result of the closure.
        /// - Throws: The error of the closure.
        @inlinable
        @inline(__always)
        package borrowing func withLock<Output: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Output
        ) throws(Failure) -> sending Output {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            #if DEBUG
                HeldLocks.enter()
                defer { HeldLocks.leave() }
            #endif
            return try body(&value.pointee)
        }
    }
#endif
