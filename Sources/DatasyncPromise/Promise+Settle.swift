import DatasyncConcurrency

extension Promise: PromiseNode {
    /// Settles the promise, unless others were first, and hands over what was attached.
    ///
    /// - Parameter outcome: What it settles as.
    /// - Returns: Whether this was the first word.
    @discardableResult
    func settle(_ outcome: Result<Value, any Error>) -> Bool {
        switch state.withLock({ $0.settle(outcome, by: .producer) }) {
        case .ignore:
            return false
        case .settled(let mustDrain, _):
            if mustDrain { drainAll() }
            return true
        }
    }

    /// Settles the promise from inside the draining of another, which then drains this one: no call nests in another,
    /// however long the chain.
    ///
    /// - Parameters:
    ///   - outcome: What it settles as.
    ///   - settler: Who says so.
    /// - Returns: The promise itself if it is to be drained.
    func accept(
        _ outcome: Result<Value, any Error>, by settler: PromiseState<Value>.Settler = .producer
    ) -> (any PromiseNode)? {
        switch state.withLock({ $0.settle(outcome, by: settler) }) {
        case .ignore:
            return nil
        case .settled(let mustDrain, _):
            return mustDrain ? self : nil
        }
    }

    /// Ties the fate of this promise to that of another.
    ///
    /// - Parameter other: The promise to follow; following oneself rejects.
    /// - Returns: Whether this was the first word.
    @discardableResult
    func follow(_ other: Promise<Value>) -> Bool {
        guard other !== self else { return settle(.failure(PromiseError.returnedItself)) }
        guard state.withLock({ $0.follow(.asking(other)) }) != nil else { return false }
        other.attach(.direct { self.accept($0, by: .followed) })
        return true
    }

    func attach(_ delivery: PromiseHandler<Value>.Delivery) {
        switch state.withLock({ $0.attach(PromiseHandler(delivery: delivery)) }) {
        case .wait: break
        case .drain: drainAll()
        }
    }

    func drain(into next: inout [any PromiseNode]) {
        while let (outcome, handlers) = state.withLock({ $0.nextBatch() }) {
            for handler in handlers {
                if let settled = handler.hand(over: outcome) { next.append(settled) }
            }
        }
    }

    /// Drains this promise, and then those that settled because of it.
    private func drainAll() {
        var waiting: [any PromiseNode] = []
        drain(into: &waiting)
        while !waiting.isEmpty {
            var settled: [any PromiseNode] = []
            for node in waiting { node.drain(into: &settled) }
            waiting = settled
        }
    }

    func cancelStep(into next: inout [any PromiseNode]) -> Bool {
        switch state.withLock({ $0.cancel() }) {
        case .ignore:
            return false
        case .ask(let promises):
            next += promises.compactMap(\.node)
            return false
        case .stop(let stopWork, let mustDrain):
            stopWork.value()
            if mustDrain { drainAll() }
            return true
        }
    }
}

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
