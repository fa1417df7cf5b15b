/// Returns a promise that settles with the outcome of the first of several promises to settle.
///
/// The work of the other promises continues. ``Promise/cancel()`` on the returned promise cancels all of them.
///
/// - Parameter promises: The promises to race. The chain continues with the default queue of the first.
/// - Returns: A promise that settles with the first outcome, value or error. An empty list rejects it with
///   ``PromiseError/nothingToRace``.
public func race<Value>(_ promises: [Promise<Value>]) -> Promise<Value> {
    guard let first = promises.first else { return Promise(error: PromiseError.nothingToRace) }
    let winner = Promise<Value>(
        queue: first.queue, context: first.context, cancellation: .upstream(promises.map { WeakPromise(node: $0) }))
    for promise in promises {
        promise.attach(.direct { winner.accept($0) })
    }
    return winner
}

/// Returns a promise that settles with the outcome of the first of several promises to settle.
///
/// The work of the other promises continues. ``Promise/cancel()`` on the returned promise cancels all of them.
///
/// - Parameter promises: The promises to race. The chain continues with the default queue of the first.
/// - Returns: A promise that settles with the first outcome, value or error. Without promises it rejects with
///   ``PromiseError/nothingToRace``.
public func race<Value>(_ promises: Promise<Value>...) -> Promise<Value> {
    race(promises)
}
