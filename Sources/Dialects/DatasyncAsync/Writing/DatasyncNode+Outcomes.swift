import DatasyncClient
import DatasyncEngine
import DatasyncTree
import Foundation

/// The parts of operations that `async` functions and promises share.
extension DatasyncNode {
    /// Returns the location of an operation: this node or another one, or an invalid one once the manager is released.
    func operationLocation(_ other: Location? = nil) -> Location {
        manager == nil ? requiringManager : other ?? location
    }

    /// Returns the value of an outcome; its children are in the query's order.
    func value(of outcome: Outcome, order: Order = .priority) -> DatasyncValue {
        DatasyncValue(LocatedValue(outcome, at: location, order: order), application: application)
    }

    func number(of outcome: Outcome) -> NSNumber { outcome.node.foundationValue as? NSNumber ?? 0 }

    func transactionResult(of outcome: Outcome) -> DatasyncTransaction.Result {
        DatasyncTransaction.Result(
            status: outcome.isCommitted ? .committed : .aborted, value: value(of: outcome))
    }

    /// Starts a transaction; it fails with `released` if the manager is released before the function runs.
    func runTransaction(
        _ function: @escaping DatasyncTransaction.Function, at location: Location,
        completion: @escaping Location.Completion
    ) {
        location.runTransaction(
            onValues: { [weak manager] present throws(WebcomError) in
                guard let manager else { throw .released }
                return function(DatasyncValue(present, application: manager.service.application)).writtenValue(manager)
            }, completion: completion)
    }

    /// Returns the value that a copy of this node writes.
    ///
    /// - Throws: `WebcomError` `unavailable` when the value is not known.
    func copied(_ value: DatasyncValue) throws(WebcomError) -> WrittenValue {
        guard value.isKnown else {
            throw WebcomError(
                .unavailable, at: path,
                "The value at \(path) cannot be copied: there is no connection, and the cache does not hold it. Copy it "
                    + "when the connection is back.")
        }
        return .foundation(value)
    }
}
