public import DatasyncPromise

extension Promise {
    /// Waits for the value, and converts any rejection to a `WebcomError`.
    package func settled() async throws(WebcomError) -> Value {
        do {
            return try await value
        } catch {
            throw WebcomError(of: error)
        }
    }
}

extension WebcomError {
    /// Converts any rejection of a promise to the error of an operation.
    package init(of error: any Error) {
        switch error {
        case let error as WebcomError: self = error
        case is CancellationError:
            self.init(.cancelled, "The task that waited was cancelled; the operation itself goes on.")
        case let error as PromiseError: self.init(error)
        default: self.init(.unavailable, "The operation failed: \(error)")
        }
    }

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
