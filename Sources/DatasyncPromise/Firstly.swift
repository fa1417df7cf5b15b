/// Begins a chain, so that even its first step may throw.
///
/// ```swift
/// firstly {
///     try validate(contact)
///     return node.set(contact)
/// }
/// .catch { error in show(error) }
/// ```
///
/// - Parameter body: Called at once, in place; returns the first promise, or throws.
/// - Returns: The promise that the closure returned, or one that is rejected with what it threw.
public func firstly<Value>(_ body: () throws -> Promise<Value>) -> Promise<Value> {
    do {
        return try body()
    } catch {
        return Promise(error: error)
    }
}
