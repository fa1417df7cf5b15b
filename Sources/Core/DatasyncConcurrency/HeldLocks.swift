#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The number of ``Guarded`` locks that the current thread holds; counted in debug builds only.
@usableFromInline enum HeldLocks {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var count: Int { Int(bitPattern: pthread_getspecific(key)) }

    @usableFromInline static func enter() { set(count + 1) }

    @usableFromInline static func leave() { set(count - 1) }

    private static func set(_ count: Int) { pthread_setspecific(key, UnsafeRawPointer(bitPattern: count)) }
}
