/// A promise of any type, as its neighbours in a chain see it.
protocol PromiseNode: AnyObject, Sendable {
    /// Hands over every handler, in order; only whoever was told to drain does.
    ///
    /// - Parameter next: Receives the promises that settled on the way and are to be drained after this one.
    func drain(into next: inout [any PromiseNode])

    /// Cancels the work of this promise alone.
    ///
    /// - Parameter next: Receives the promises to ask instead, if the work is theirs.
    /// - Returns: Whether work was told to stop.
    func cancelStep(into next: inout [any PromiseNode]) -> Bool
}
