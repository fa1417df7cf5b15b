/// An object of the application whose release calls back into the library.
final class Reentrant: Sendable {
    private let released: @Sendable () -> Void

    /// Makes an object.
    ///
    /// - Parameter released: Called by `deinit`.
    init(_ released: @escaping @Sendable () -> Void) { self.released = released }

    deinit { released() }

    /// Mentioned by a closure that is to retain the object.
    func touch() {}
}
