/// A closure or object that the application made, inside guarded state.
///
/// Releasing it may run code of the application: the `deinit` of whatever a closure captures may call back into the library.
/// So it must never be released while a lock is held. Move it out of the guarded state and let it go after unlocking. In
/// debug builds the release of the last copy under a ``Guarded`` lock stops the process; in release builds the wrapper costs
/// nothing.
package struct ApplicationOwned<Value: Sendable>: Sendable {
    package let value: Value
    #if DEBUG
        private let sentinel = ReleaseSentinel()
    #endif

    package init(_ value: Value) { self.value = value }
}

/// An object that checks, in debug builds, that no lock is held when it is released.
///
/// Types whose own release calls out hold one directly.
package final class ReleaseSentinel: Sendable {
    package init() {}

    deinit {
        assert(
            HeldLocks.count == 0,
            "A value of the application was released while a lock was held; move it out, and release it after unlocking."
        )
    }
}
