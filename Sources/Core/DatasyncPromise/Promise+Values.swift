public import Dispatch

extension Promise where Value: Sequence {
    /// Transforms each element of the value.
    ///
    /// ```swift
    /// Promise.value([1, 2, 3]).mapValues { $0 * 2 }.done { print($0) }.catch { print($0) }  // [2, 4, 6]
    /// ```
    ///
    /// - Parameter transform: Called on the main queue with each element, in order; returns the new element, or throws.
    /// - Returns: A promise of the new elements. It rejects with the error that the closure threw, or with the error of
    ///   this promise.
    public func mapValues<Next: Sendable>(
        _ transform: @escaping @MainActor (Value.Element) throws -> Next
    ) -> Promise<[Next]> {
        map { try $0.map(transform) }
    }

    /// Transforms each element of the value on a given queue.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - transform: Called with each element, in order; returns the new element, or throws.
    /// - Returns: A promise of the new elements. It rejects with the error that the closure threw, or with the error of
    ///   this promise.
    public func mapValues<Next: Sendable>(
        on queue: DispatchQueue?, _ transform: @escaping @Sendable (Value.Element) throws -> Next
    ) -> Promise<[Next]> {
        map(on: queue) { try $0.map(transform) }
    }
}

extension Promise where Value: Sequence {
    /// Transforms each element of the value, and leaves out those for which the closure returns `nil`.
    ///
    /// - Parameter transform: Called on the main queue with each element, in order; returns the new element or `nil`, or
    ///   throws.
    /// - Returns: A promise of the new elements. It rejects with the error that the closure threw, or with the error of
    ///   this promise.
    public func compactMapValues<Next: Sendable>(
        _ transform: @escaping @MainActor (Value.Element) throws -> Next?
    ) -> Promise<[Next]> {
        map { try $0.compactMap(transform) }
    }

    /// Transforms each element of the value on a given queue, and leaves out those for which the closure returns `nil`.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - transform: Called with each element, in order; returns the new element or `nil`, or throws.
    /// - Returns: A promise of the new elements. It rejects with the error that the closure threw, or with the error of
    ///   this promise.
    public func compactMapValues<Next: Sendable>(
        on queue: DispatchQueue?, _ transform: @escaping @Sendable (Value.Element) throws -> Next?
    ) -> Promise<[Next]> {
        map(on: queue) { try $0.compactMap(transform) }
    }
}

extension Promise where Value: Sequence, Value.Element: Sendable {
    /// Keeps the elements of the value for which a closure returns `true`.
    ///
    /// - Parameter isIncluded: Called on the main queue with each element, in order; returns whether it stays.
    /// - Returns: A promise of the elements that stay. It rejects with the error of this promise.
    public func filterValues(_ isIncluded: @escaping @MainActor (Value.Element) -> Bool) -> Promise<[Value.Element]> {
        map { $0.filter(isIncluded) }
    }

    /// Keeps the elements of the value for which a closure returns `true` on a given queue.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - isIncluded: Called with each element, in order; returns whether it stays.
    /// - Returns: A promise of the elements that stay. It rejects with the error of this promise.
    public func filterValues(
        on queue: DispatchQueue?, _ isIncluded: @escaping @Sendable (Value.Element) -> Bool
    ) -> Promise<[Value.Element]> {
        map(on: queue) { $0.filter(isIncluded) }
    }
}

extension Promise where Value: Sequence {
    /// Continues with one promise for each element of the value, all at once.
    ///
    /// ```swift
    /// loadNames().thenMap { name in loadContact(name) }.done { contacts in print(contacts) }.catch { print($0) }
    /// ```
    ///
    /// - Parameter transform: Called on the main queue with each element, in order; returns the promise for it, or throws.
    /// - Returns: A promise of the values, in the order of the elements. It rejects with the first error of the promises,
    ///   with the error that the closure threw, or with the error of this promise.
    public func thenMap<Next>(
        _ transform: @escaping @MainActor (Value.Element) throws -> Promise<Next>
    ) -> Promise<[Next]> {
        then { when(fulfilled: try $0.map(transform)) }
    }

    /// Continues with one promise for each element of the value on a given queue, all at once.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - transform: Called with each element, in order; returns the promise for it, or throws.
    /// - Returns: A promise of the values, in the order of the elements. It rejects with the first error of the promises,
    ///   with the error that the closure threw, or with the error of this promise.
    public func thenMap<Next>(
        on queue: DispatchQueue?, _ transform: @escaping @Sendable (Value.Element) throws -> Promise<Next>
    ) -> Promise<[Next]> {
        then(on: queue) { when(fulfilled: try $0.map(transform)) }
    }
}
