/// Lets several promises race: the first that settles wins, with its value or with its error.
///
/// The work of the others goes on. ``Promise/cancel()`` on the promise that is returned stops all.
///
/// - Parameter promises: Who takes part; the chain goes on with the default queue of the first.
/// - Returns: A promise that settles as the winner; with nobody to race it rejects with
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

/// Lets several promises race: the first that settles wins, with its value or with its error.
///
/// - Parameter promises: Who takes part; the chain goes on with the default queue of the first.
/// - Returns: A promise that settles as the winner.
public func race<Value>(_ promises: Promise<Value>...) -> Promise<Value> {
    race(promises)
}
