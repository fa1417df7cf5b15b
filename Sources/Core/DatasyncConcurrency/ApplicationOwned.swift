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
