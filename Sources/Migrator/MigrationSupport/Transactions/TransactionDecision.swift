package import DatasyncClient

/// The decision of a transaction's function over ``TransactionData``: to write the data, or to abort.
public struct TransactionDecision {
    private let data: TransactionData?

    /// Returns the decision to write the data.
    public static func success(withValue data: TransactionData) -> TransactionDecision { .init(data: data) }

    /// Returns the decision to write nothing.
    public static func abort() -> TransactionDecision { .init(data: nil) }
}

extension Location {
    /// Runs a transaction whose function changes data.
    ///
    /// - Parameters:
    ///   - isVisible: Whether subscribers of this client receive the new value before it is acknowledged.
    ///   - update: Called for each attempt.
    ///   - completion: Called with whether the transaction wrote, and the final value.
    package func runTransaction(
        isVisible: Bool, onData update: @escaping @Sendable (TransactionData) -> TransactionDecision,
        completion: @escaping Completion
    ) {
        runTransaction(
            isVisible: isVisible,
            onValues: { current throws(WebcomError) in update(TransactionData(current)).written },
            completion: completion)
    }
}

extension TransactionDecision {
    fileprivate var written: WrittenValue? { data?.written }
}
