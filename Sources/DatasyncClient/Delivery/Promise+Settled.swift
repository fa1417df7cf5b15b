public import DatasyncPromise

extension Promise {
    /// The value, with the error that operations of a node have.
    package func settled() async throws(WebcomError) -> Value {
        do {
            return try await value
        } catch {
            throw WebcomError(of: error)
        }
    }
}

extension WebcomError {
    /// What any error that a promise rejects with means for an operation.
    package init(of error: any Error) {
        switch error {
        case let error as WebcomError: self = error
        case is CancellationError:
            self.init(.cancelled, "The task that waited was cancelled; the operation itself goes on.")
        case let error as PromiseError: self.init(error)
        default: self.init(.unavailable, "The operation failed: \(error)")
        }
    }

    /// What an error of promises means for an operation.
    ///
    /// - Parameter error: The error of a promise that has no other.
    public init(_ error: PromiseError) {
        switch error {
        case .timedOut: self.init(.timedOut, error.message)
        case .cancelled: self.init(.cancelled, error.message)
        default: self.init(.released, error.message)
        }
    }
}
