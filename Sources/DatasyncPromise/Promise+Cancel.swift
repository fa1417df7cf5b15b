extension Promise {
    /// Stops the work behind this promise, where its producer offered a way.
    ///
    /// The way is offered by `Promise(cancel:_:)`, by ``pending(queue:cancel:)``, by a promise backed by a task, and by
    /// ``after(_:queue:clock:)``. Called on any promise of a chain, this finds the work that the chain is waiting for
    /// just now. The promise of that work rejects with ``PromiseError/cancelled``, which runs down the chain like any
    /// other error: every promise that depends on the same work sees it.
    ///
    /// - Returns: Whether work was told to stop. `false` means that it is too late, or that no way was offered; then
    ///   nothing changes.
    @discardableResult
    public func cancel() -> Bool {
        var wasStopped = false
        var asked: Set<ObjectIdentifier> = []
        var waiting: [any PromiseNode] = [self]
        while let node = waiting.popLast() {
            guard asked.insert(ObjectIdentifier(node)).inserted else { continue }
            if node.cancelStep(into: &waiting) { wasStopped = true }
        }
        return wasStopped
    }
}
