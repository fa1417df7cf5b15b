import Dispatch
import Synchronization

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

/// Waits until all of several promises are settled, and gathers their outcomes.
///
/// - Parameter promises: What to wait for; the chain goes on with the default queue of the first.
/// - Returns: A promise of the outcomes, in the order of the promises; it never rejects.
public func when<Value>(resolved promises: [Promise<Value>]) -> Promise<[Result<Value, any Error>]> {
    gather(promises, endsEarly: false) { promises.compactMap(\.settlement) }
}

/// How many promises have yet to settle.
private final class Countdown: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) {
        left = Atomic(count)
    }

    /// Counts one off, and says whether it was the last.
    func countOff() -> Bool { left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

/// Waits for all of several promises: what the forms of `when` have in common.
///
/// - Parameters:
///   - promises: What to wait for.
///   - endsEarly: Whether the first error settles the whole.
///   - values: Gathers what came of them, once all have settled.
/// - Returns: The promise of the whole.
func gather<Value, Whole>(
    _ promises: [Promise<Value>], endsEarly: Bool, values: @escaping @Sendable () throws -> Whole
) -> Promise<Whole> {
    let whole = Promise<Whole>(
        queue: promises.first?.queue ?? .main, context: promises.first?.context,
        cancellation: .upstream(promises.map { WeakPromise(node: $0) }))
    guard !promises.isEmpty else {
        whole.settle(Result { try values() })
        return whole
    }
    let countdown = Countdown(promises.count)
    for promise in promises {
        promise.attach(
            .direct { outcome in
                if endsEarly, case .failure(let error) = outcome { return whole.accept(.failure(error)) }
                return countdown.countOff() ? whole.accept(Result { try values() }) : nil
            })
    }
    return whole
}

extension Promise {
    /// The value of a promise that is known to be settled.
    var settledValue: Value {
        get throws {
            guard let settlement else { throw PromiseError.abandoned }
            return try settlement.get()
        }
    }
}
