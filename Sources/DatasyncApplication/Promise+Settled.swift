public import DatasyncPromise

extension Promise {
    /// The value, with the error that operations of a node have.
    package func settled() async throws(WebcomError) -> Value {
        do {
            return try await value
        } catch let error as WebcomError {
            throw error
        } catch is CancellationError {
            throw WebcomError(.cancelled, "The task that waited was cancelled; the operation itself goes on.")
        } catch let error as PromiseError {
            throw WebcomError(error)
        } catch {
            throw WebcomError(.unavailable, "The operation failed: \(error)")
        }
    }
}

extension WebcomError {
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
