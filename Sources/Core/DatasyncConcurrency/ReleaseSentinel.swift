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
