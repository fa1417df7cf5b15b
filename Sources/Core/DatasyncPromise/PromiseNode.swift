import DatasyncConcurrency

/// A type-erased promise, for the other promises of its chain.
protocol PromiseNode: AnyObject, Sendable {
    /// Delivers every handler, in order; only the thread that got the drain action calls this.
    ///
    /// - Parameter next: Receives the promises that settled on the way and are to be drained after this one.
    func drain(into next: inout [any PromiseNode])

    /// Cancels the work of this promise, but not of others in its chain.
    ///
    /// - Parameter next: Receives the promises to cancel instead, if the work belongs to them.
    /// - Returns: Whether work was cancelled.
    func cancelStep(into next: inout [any PromiseNode]) -> Bool

    /// The promise that alone decides the outcome of this one; `nil` if none does, and once this one has settled.
    var source: (any PromiseNode)? { get }
}
