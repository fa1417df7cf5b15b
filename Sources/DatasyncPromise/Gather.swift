import Dispatch
import Synchronization

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
