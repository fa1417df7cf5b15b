public import DatasyncPromise

extension WebcomError {
    /// Converts any rejection of a promise to the error of an operation.
    package init(of error: any Error) {
        switch error {
        case let error as WebcomError: self = error
        case is CancellationError: self = .waitCancelled
        case let error as PromiseError: self.init(error)
        default: self.init(.unavailable, "The operation failed: \(error)")
        }
    }

    /// The error of a wait that ended because its task was cancelled.
    package static let waitCancelled = WebcomError(
        .cancelled, "The task that waited was cancelled; the operation itself goes on.")

    /// Converts an error of the promise module to the error of an operation.
    ///
    /// The code is `timedOut`, `cancelled` or, for any other error, `released`.
    ///
    /// - Parameter error: The error of the promise.
    public init(_ error: PromiseError) {
        switch error {
        case .timedOut: self.init(.timedOut, error.message)
        case .cancelled: self.init(.cancelled, error.message)
        default: self.init(.released, error.message)
        }
    }
}
