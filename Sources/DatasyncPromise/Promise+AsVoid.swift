extension Promise {
    /// The same promise without its value.
    ///
    /// - Returns: A promise that is fulfilled when this one is, and rejects as this one does.
    public func asVoid() -> Promise<Void> {
        let void = Promise<Void>(queue: queue, context: context, cancellation: .asking(self))
        attach(.direct { void.accept($0.map { _ in }) })
        return void
    }
}
