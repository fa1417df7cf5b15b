/// Waits until all of several promises are fulfilled, and gathers their values.
///
/// The work of the others goes on when one rejects. ``Promise/cancel()`` on the promise that is returned stops all.
///
/// - Parameter promises: What to wait for; the chain goes on with the default queue of the first.
/// - Returns: A promise of the values, in the order of the promises; it rejects as soon as one of them does.
public func when<Value>(fulfilled promises: [Promise<Value>]) -> Promise<[Value]> {
    gather(promises, endsEarly: true) { try promises.map { try $0.settledValue } }
}

/// Waits until promises of different types are fulfilled, and gathers their values.
///
/// ```swift
/// when(fulfilled: node.value(), counter.increment()).done { value, count in … }
/// ```
///
/// - Parameter promises: What to wait for, two or more; the chain goes on with the default queue of the first.
/// - Returns: A promise of the values, as a tuple; it rejects as soon as one of them does.
public func when<each Value: Sendable>(
    fulfilled promises: repeat Promise<each Value>
) -> Promise<(repeat each Value)> {
    var signals: [Promise<Void>] = []
    repeat signals.append((each promises).asVoid())
    let sources = (repeat each promises)
    return gather(signals, endsEarly: true) { (repeat try (each sources).settledValue) }
}
