import DatasyncConcurrency
import Synchronization

extension Promise: PromiseNode {
    /// Settles the promise and delivers its handlers, unless it is already settled or follows another promise.
    ///
    /// - Parameter outcome: The outcome.
    /// - Returns: Whether this call settled the promise.
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

    /// Settles the promise while another one drains its handlers; the other promise then drains this one too.
    ///
    /// Calls therefore never nest, however long the chain is.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - settler: The origin of the outcome.
    /// - Returns: The promise itself if it has handlers to drain.
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

    /// Makes this promise settle with the outcome of another one.
    ///
    /// A promise that would close a cycle rejects. Invariant: the source is stored and the handler attached before the search
    /// begins, and a stored source is not replaced before it has settled. So if several threads close a cycle together, the
    /// search that begins last finds the whole cycle, and none is left pending.
    ///
    /// - Parameter other: The promise to follow. A promise that follows itself rejects.
    /// - Returns: Whether this call decided the outcome of the promise.
    @discardableResult
    func follow(_ other: Promise<Value>) -> Bool {
        guard other !== self else { return settle(.failure(PromiseError.returnedItself)) }
        guard state.withLock({ $0.follow(.asking(other)) }) != nil else { return false }
        other.attach(.direct { self.accept($0, by: .followed) })
        // A promise without handlers is in no cycle yet, so that long chains are seldom searched.
        if state.withLock(\.hasHandlers), decides(other), accept(.failure(PromiseError.cycle), by: .followed) != nil {
            drainAll()
        }
        return true
    }

    /// Returns whether another promise waits for this one, directly or through others; no lock is held between two promises.
    private func decides(_ other: any PromiseNode) -> Bool {
        // The mark follows at growing distances, so that the search also ends in a cycle without this promise, which another
        // thread is about to reject.
        var (node, mark, steps, distance) = (other, other, 0, 1)
        while node !== self {
            guard let source = node.source, source !== mark else { return false }
            node = source
            steps += 1
            if steps == distance { (mark, steps, distance) = (node, 0, 2 * distance) }
        }
        return true
    }

    var source: (any PromiseNode)? { state.withLock(\.source)?.node }

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

    /// Drains this promise, then every promise that settled as a result.
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
    /// The producer's end of a promise, which settles it.
    ///
    /// Only the first call that settles the promise has an effect; later calls are ignored. Each method returns whether
    /// its call was the first. Retain the resolver while the work runs: releasing it without settling the promise
    /// rejects it with ``PromiseError/abandoned``. All methods may be called on any thread.
    ///
    /// ```swift
    /// let (promise, resolver) = Promise<Int>.pending()
    /// resolver.fulfill(42)
    /// promise.done { number in print(number) }.catch { print($0) }
    /// ```
    public final class Resolver: Sendable {
        private let promise: Promise<Value>
        /// Whether a call passed an outcome: the promise is then settled, or follows another one.
        ///
        /// Releasing the resolver then skips the promise, whose generic state costs a look-up of metadata.
        private let isUsed = Atomic(false)

        init(_ promise: Promise<Value>) {
            self.promise = promise
        }

        deinit {
            if !isUsed.load(ordering: .relaxed) { promise.settle(.failure(PromiseError.abandoned)) }
        }

        private func settle(_ outcome: Result<Value, any Error>) -> Bool {
            isUsed.store(true, ordering: .relaxed)
            return promise.settle(outcome)
        }

        /// Fulfils the promise.
        ///
        /// - Parameter value: The value of the promise.
        /// - Returns: Whether this call decided the outcome; `false` if an earlier call did.
        @discardableResult
        public func fulfill(_ value: Value) -> Bool { settle(.success(value)) }

        /// Rejects the promise.
        ///
        /// - Parameter error: The reason of the rejection.
        /// - Returns: Whether this call decided the outcome; `false` if an earlier call did.
        @discardableResult
        public func reject(_ error: any Error) -> Bool { settle(.failure(error)) }

        /// Fulfils or rejects the promise with a result.
        ///
        /// - Parameter result: The outcome of the promise.
        /// - Returns: Whether this call decided the outcome; `false` if an earlier call did.
        @discardableResult
        public func resolve<Failure: Error>(_ result: Result<Value, Failure>) -> Bool {
            settle(result.mapError { $0 })
        }

        /// Makes the promise settle with the outcome of another one; other calls have no effect from then on.
        ///
        /// - Parameter other: The promise to follow. Passing the promise of this resolver rejects it with
        ///   ``PromiseError/returnedItself``, and a promise that waits for it, directly or through others, with
        ///   ``PromiseError/cycle``. Promises of `when`, `race` and `timeout` do not count, as they can settle otherwise.
        /// - Returns: Whether this call decided the outcome; `false` if an earlier call did.
        @discardableResult
        public func resolve(_ other: Promise<Value>) -> Bool { promise.follow(other) }
    }
}

extension Promise.Resolver where Value == Void {
    /// Fulfils a promise that carries no value.
    ///
    /// - Returns: Whether this call decided the outcome; `false` if an earlier call did.
    @discardableResult
    public func fulfill() -> Bool { fulfill(()) }
}

extension Promise.Resolver: CustomStringConvertible {
    /// A description of the promise that this resolver settles.
    public var description: String { "Resolver(\(promise))" }
}
