public import DatasyncClient
public import DatasyncPromise
public import Dispatch
public import Foundation
import MigrationSupport

extension Promise<NSNumber> {
    /// Calls a completion on the main queue when an increment settles: with the error, or with the resulting number.
    ///
    /// - Parameter body: Called once; one of its parameters is `nil`.
    /// - Returns: A promise that settles with the same result, after the completion.
    @discardableResult
    public func counted(
        _ body: @escaping @MainActor (_ error: WebcomError?, _ number: Double?) -> Void
    ) -> Promise<NSNumber> {
        answered { error, number in body(error, number?.doubleValue) }
    }

    /// Calls a completion on a queue when an increment settles: with the error, or with the resulting number.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - body: Called once; one of its parameters is `nil`.
    /// - Returns: A promise that settles with the same result, after the completion.
    @discardableResult
    public func counted(
        queue: DispatchQueue?, _ body: @escaping @Sendable (_ error: WebcomError?, _ number: Double?) -> Void
    ) -> Promise<NSNumber> {
        answered(queue: queue) { error, number in body(error, number?.doubleValue) }
    }
}
