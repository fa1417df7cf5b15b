import DatasyncConcurrency
public import Dispatch
import Synchronization

/// Returns a promise of the values of promises that an iterator makes, a limited number at a time.
///
/// The iterator is asked for the next promise when one of those in progress is fulfilled. Use it for work that starts with its
/// promise, such as many reads:
///
/// ```swift
/// let reads = AnyIterator { names.next().map { name in loadContact(name) } }
/// when(fulfilled: reads, concurrently: 3).done { contacts in print(contacts) }.catch { print($0) }
/// ```
///
/// Once a promise rejects, the iterator is asked for no more; the work in progress continues. ``Promise/cancel()`` on the
/// returned promise cancels it.
///
/// - Parameters:
///   - promises: Makes the promises; called on the main queue, the first time during this call.
///   - limit: The number of promises in progress at a time, at least 1.
/// - Returns: A promise of the values, in the order of the iterator. It rejects as soon as one of the promises does, and with
///   ``PromiseError/invalidLimit`` if the limit is less than 1.
@MainActor
public func when<Value, Promises: IteratorProtocol>(
    fulfilled promises: Promises, concurrently limit: Int
) -> Promise<[Value]> where Promises.Element == Promise<Value> {
    var promises = promises
    let next: @MainActor () -> Promise<Value>? = { promises.next() }
    let work = ConcurrentWhen(limit: limit, queue: .main) { MainActor.assumeIsolated { next() } }
    work.fill()
    return work.whole
}

/// Returns a promise of the values of promises that an iterator makes on a given queue, a limited number at a time.
///
/// - Parameters:
///   - promises: Makes the promises; called on the queue, never by two threads at once.
///   - limit: The number of promises in progress at a time, at least 1.
///   - queue: The queue on which the iterator makes the promises; also the default queue of the returned promise.
/// - Returns: A promise of the values, in the order of the iterator. It rejects as soon as one of the promises does, and with
///   ``PromiseError/invalidLimit`` if the limit is less than 1.
public func when<Value, Promises: IteratorProtocol & SendableMetatype>(
    fulfilled promises: sending Promises, concurrently limit: Int, on queue: DispatchQueue
) -> Promise<[Value]> where Promises.Element == Promise<Value> {
    let source = IteratorBox(promises)
    let work = ConcurrentWhen(limit: limit, queue: queue) { source.next() }
    queue.async { work.fill() }
    return work.whole
}

/// An iterator that one thread after the other uses.
///
/// It is the application's code, yet runs under the lock: `ConcurrentWhen` lets in one thread at a time, so nobody ever waits
/// for this lock, and no call comes back to it.
private final class IteratorBox<Promises: IteratorProtocol & SendableMetatype>: Sendable
where Promises.Element: Sendable {
    private let promises: Mutex<Promises>

    init(_ promises: sending Promises) {
        self.promises = Mutex(promises)
    }

    func next() -> Promises.Element? { promises.withLock { $0.next() } }
}

/// The work of `when(fulfilled:concurrently:)`: takes promises from an iterator as others are fulfilled.
private final class ConcurrentWhen<Value: Sendable>: Sendable {
    private struct Progress {
        /// The promises that the iterator made, in order.
        var promises: [Promise<Value>] = []
        /// The number of them that are not fulfilled.
        var running = 0
        /// Whether a thread is at the iterator.
        var isTaking = false
        /// Whether the iterator has ended.
        var isExhausted = false
        var isCancelled = false

        /// Returns whether the caller takes the next promise from the iterator.
        mutating func begin(limit: Int) -> Bool {
            guard !isTaking, !isExhausted, running < limit else { return false }
            isTaking = true
            return true
        }

        /// Records the promise that the iterator made, or its end; returns whether all promises are fulfilled.
        mutating func took(_ promise: Promise<Value>?) -> Bool {
            isTaking = false
            guard let promise else {
                isExhausted = true
                return running == 0
            }
            promises.append(promise)
            running += 1
            return false
        }

        /// Records that a promise is fulfilled; returns whether all promises are.
        mutating func fulfilledOne() -> Bool {
            running -= 1
            return isExhausted && running == 0
        }
    }

    /// The promise of all values.
    let whole: Promise<[Value]>
    private let limit: Int
    private let next: @Sendable () -> Promise<Value>?
    private let progress = Guarded(Progress())

    /// - Parameters:
    ///   - limit: The number of promises in progress at a time.
    ///   - queue: The queue on which the iterator is asked.
    ///   - next: Asks the iterator.
    init(limit: Int, queue: DispatchQueue, next: @escaping @Sendable () -> Promise<Value>?) {
        whole = Promise(queue: queue)
        self.limit = limit
        self.next = next
        _ = whole.state.withLock { $0.offer(.work(ApplicationOwned { @Sendable [weak self] in self?.cancel() })) }
        if limit < 1 { whole.settle(.failure(PromiseError.invalidLimit)) }
    }

    /// Takes promises from the iterator until the limit is reached; runs on the queue.
    func fill() {
        while !whole.isSettled, progress.withLock({ $0.begin(limit: limit) }) {
            let promise = next()
            let isDone = progress.withLock { $0.took(promise) }
            // The call of `cancel()` that came during `next()` did not find this promise.
            if progress.withLock(\.isCancelled) { promise?.cancel() }
            // A closure on the queue, so that calls do not nest when the promises are already fulfilled.
            promise?.attach(.queue(whole.outlet(nil)) { self.settled($0) })
            if isDone { finish() }
        }
    }

    private func settled(_ outcome: Result<Value, any Error>) {
        switch outcome {
        case .failure(let error):
            whole.settle(.failure(error))
        case .success:
            if progress.withLock({ $0.fulfilledOne() }) { finish() } else { fill() }
        }
    }

    private func finish() {
        let promises = progress.withLock(\.promises)
        whole.settle(Result { try promises.map { try $0.settledValue } })
    }

    private func cancel() {
        let promises = progress.withLock { progress in
            progress.isCancelled = true
            return progress.promises
        }
        for promise in promises { promise.cancel() }
    }
}
