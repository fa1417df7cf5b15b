import Dispatch
import Synchronization

/// Returns a promise of the values of several promises, fulfilled when all of them are.
///
/// When one promise rejects, the work of the others continues. ``Promise/cancel()`` on the returned promise cancels all
/// of them.
///
/// - Parameter promises: The promises to wait for. The chain continues with the default queue of the first.
/// - Returns: A promise of the values, in the order of the promises. It rejects as soon as one of them does.
public func when<Value>(fulfilled promises: [Promise<Value>]) -> Promise<[Value]> {
    gather(promises, endsEarly: true) { try promises.map { try $0.settledValue } }
}

/// Returns a promise of the values of promises of different types, fulfilled when all of them are.
///
/// ```swift
/// when(fulfilled: Promise.value("Ada"), Promise.value(36)).done { name, age in print(name, age) }.catch { print($0) }
/// ```
///
/// - Parameter promises: The promises to wait for, two or more. The chain continues with the default queue of the
///   first.
/// - Returns: A promise of the values, as a tuple. It rejects as soon as one of them does.
public func when<each Value: Sendable>(
    fulfilled promises: repeat Promise<each Value>
) -> Promise<(repeat each Value)> {
    var signals: [Promise<Void>] = []
    repeat signals.append((each promises).asVoid())
    let sources = (repeat each promises)
    return gather(signals, endsEarly: true) { (repeat try (each sources).settledValue) }
}

/// Returns a promise of the outcomes of several promises, fulfilled when all of them have settled.
///
/// - Parameter promises: The promises to wait for. The chain continues with the default queue of the first.
/// - Returns: A promise of the outcomes, in the order of the promises. It never rejects.
public func when<Value>(resolved promises: [Promise<Value>]) -> Promise<[Result<Value, any Error>]> {
    gather(promises, endsEarly: false) { promises.compactMap(\.settlement) }
}

/// The number of promises that have not settled yet.
private final class Countdown: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) {
        left = Atomic(count)
    }

    /// Subtracts one, and returns whether the count has reached zero.
    func decrement() -> Bool { left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

/// Returns a promise for several others: the common implementation of all forms of `when`.
///
/// - Parameters:
///   - promises: The promises to wait for.
///   - endsEarly: Whether the first error rejects the returned promise.
///   - values: Returns the combined value, once all promises have settled.
/// - Returns: The combined promise.
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
                return countdown.decrement() ? whole.accept(Result { try values() }) : nil
            })
    }
    return whole
}

extension Promise {
    /// The value of a promise that has already settled.
    var settledValue: Value {
        get throws {
            guard let settlement else { throw PromiseError.abandoned }
            return try settlement.get()
        }
    }
}
