#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The identity of a thread, unique among the running threads.
@usableFromInline
package struct ThreadIdentity: Hashable, Sendable {
    private let number: UInt

    /// The identity of the current thread.
    @usableFromInline
    package static var current: ThreadIdentity {
        #if canImport(Darwin)
            ThreadIdentity(number: UInt(bitPattern: pthread_self()))
        #else
            ThreadIdentity(number: UInt(pthread_self()))
        #endif
    }
}
