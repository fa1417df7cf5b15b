import DatasyncConcurrency
package import DatasyncTree

/// The closures of an operation, and the object that the operation retains until it is settled.
///
/// The effect that settles the operation holds the last reference, so that the closures are released outside the lock.
package final class OperationHandlers: Sendable {
    /// The object that retains an engine.
    package typealias Owner = any AnyObject & Sendable
    package typealias Completion = @Sendable (Result<Outcome, DatasyncError>) -> Void
    /// The function of a transaction: computes the value to write; `nil` aborts.
    package typealias Function = @Sendable (TransactionInput) throws(DatasyncError) -> WriteValue?

    let completion: Completion
    let function: Function?
    private let owner: Owner?
    #if DEBUG
        private let sentinel = ReleaseSentinel()
    #endif

    /// Creates the handlers of an operation.
    ///
    /// - Parameters:
    ///   - owner: Retained until the operation is settled.
    ///   - function: The function of a transaction.
    ///   - completion: Called with the result.
    package init(owner: Owner? = nil, function: Function? = nil, completion: @escaping Completion) {
        self.owner = owner
        self.function = function
        self.completion = completion
    }
}
