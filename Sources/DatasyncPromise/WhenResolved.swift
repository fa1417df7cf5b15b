/// Waits until all of several promises are settled, and gathers their outcomes.
///
/// - Parameter promises: What to wait for; the chain goes on with the default queue of the first.
/// - Returns: A promise of the outcomes, in the order of the promises; it never rejects.
public func when<Value>(resolved promises: [Promise<Value>]) -> Promise<[Result<Value, any Error>]> {
    gather(promises, endsEarly: false) { promises.compactMap(\.settlement) }
}
