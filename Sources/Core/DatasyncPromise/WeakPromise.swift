/// A weak reference to a promise.
///
/// A promise refers weakly to the promises it waits for. Strong references go down the chain only, so that no cycle
/// remains.
struct WeakPromise: Sendable {
    weak let node: (any PromiseNode)?
}
