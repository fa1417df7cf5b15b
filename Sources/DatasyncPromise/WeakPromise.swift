/// A promise, not kept alive.
///
/// A promise may know what it waits for, never own it: owning goes down the chain, so that no circle is left behind.
struct WeakPromise: Sendable {
    weak let node: (any PromiseNode)?
}
