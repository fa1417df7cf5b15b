public import DatasyncPromise

extension Promise {
    /// Gives nothing, where the old call gave nothing and the place wants that: in the branches of a conditional expression.
    public func ignored() {}
}
