/// A closure or object of the application, stored in guarded state.
///
/// Its release may run application code: the `deinit` of a captured object may call back into the library. Never release
/// it while a lock is held: move it out of the guarded state, and release it after unlocking. In debug builds, releasing
/// the last copy under a ``Guarded`` lock stops the process. In release builds the wrapper costs nothing.
@usableFromInline
package struct ApplicationOwned<Value: Sendable>: Sendable {
    @usableFromInline package let value: Value
    #if DEBUG
        @usableFromInline let sentinel = ReleaseSentinel()
    #endif

    @inlinable package init(_ value: Value) { self.value = value }
}

/// An object that checks, in debug builds, that no lock is held when it is released.
///
/// Types whose own `deinit` calls application code store one directly.
@usableFromInline
package final class ReleaseSentinel: Sendable {
    @usableFromInline package init() {}

    deinit {
        assert(
            HeldLocks.count == 0,
            "A value of the application was released while a lock was held; move it out, and release it after unlocking."
        )
    }
}
