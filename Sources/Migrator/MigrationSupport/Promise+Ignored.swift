public import DatasyncPromise

extension Promise {
    /// Discards the promise where an expression of type `Void` is required, as in a branch of a conditional expression.
    public func ignored() {}
}
