package import DatasyncPromise

extension Promise {
    /// The value, with the error that operations of a node have.
    package func settled() async throws(WebcomError) -> Value {
        do {
            return try await value
        } catch let error as WebcomError {
            throw error
        } catch is CancellationError {
            throw WebcomError(.cancelled, "The task that waited was cancelled; the operation itself goes on.")
        } catch {
            throw WebcomError(.released, "The operation was given up: \(error)")
        }
    }
}
