/// An object of the application whose release calls back into the library.
final class Reentrant: Sendable {
    private let released: @Sendable () -> Void

    /// Creates an object.
    ///
    /// - Parameter released: Called by `deinit`.
    init(_ released: @escaping @Sendable () -> Void) { self.released = released }

    deinit { released() }

    /// Does nothing; a closure calls it in order to retain the object.
    func touch() {}
}
