extension Promise {
    /// The producer's end of a promise: says what it settles as.
    ///
    /// The first word counts and the others are ignored; every verb returns whether it was first. Keep the resolver for
    /// as long as the work goes on: when it is released without a word, the promise rejects with
    /// ``PromiseError/abandoned``. Its verbs may be called from any thread.
    public final class Resolver: Sendable {
        private let promise: Promise<Value>

        init(_ promise: Promise<Value>) {
            self.promise = promise
        }

        deinit {
            promise.settle(.failure(PromiseError.abandoned))
        }

        /// Fulfils the promise.
        ///
        /// - Parameter value: What it is fulfilled with.
        /// - Returns: Whether this was the first word.
        @discardableResult
        public func fulfill(_ value: Value) -> Bool { promise.settle(.success(value)) }

        /// Rejects the promise.
        ///
        /// - Parameter error: The reason.
        /// - Returns: Whether this was the first word.
        @discardableResult
        public func reject(_ error: any Error) -> Bool { promise.settle(.failure(error)) }

        /// Fulfils or rejects the promise.
        ///
        /// - Parameter result: What it settles as.
        /// - Returns: Whether this was the first word.
        @discardableResult
        public func resolve<Failure: Error>(_ result: Result<Value, Failure>) -> Bool {
            promise.settle(result.mapError { $0 })
        }

        /// Ties the fate of the promise to that of another, which alone settles it from now on.
        ///
        /// - Parameter other: The promise to follow. Giving the promise itself rejects it with
        ///   ``PromiseError/returnedItself``; promises that follow one another in a longer circle never settle.
        /// - Returns: Whether this was the first word.
        @discardableResult
        public func resolve(_ other: Promise<Value>) -> Bool { promise.follow(other) }
    }
}

extension Promise.Resolver where Value == Void {
    /// Fulfils a promise that carries no value.
    ///
    /// - Returns: Whether this was the first word.
    @discardableResult
    public func fulfill() -> Bool { fulfill(()) }
}

extension Promise.Resolver: CustomStringConvertible, CustomDebugStringConvertible {
    /// The promise that it settles.
    public var description: String { "Resolver(\(promise))" }

    /// The description.
    public var debugDescription: String { description }
}
