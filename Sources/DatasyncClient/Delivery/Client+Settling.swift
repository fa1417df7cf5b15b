import DatasyncConcurrency
package import Dispatch

extension Client {
    /// A closure of the application for the result of a write.
    package typealias WriteCompletion = @Sendable (Result<Void, WebcomError>) -> Void

    /// Returns the completion of a write that delivers its result on a queue, after the events that the response caused.
    ///
    /// `queue`: The queue; the client's default queue if `nil`.
    /// `completion`: The closure of the application. Without one, an error goes to the diagnostics.
    package func settling(_ queue: DispatchQueue?, _ completion: WriteCompletion?) -> Location.Completion {
        let (deliveryQueue, diagnostics) = (deliveryQueue(queue), diagnostics)
        return { result in
            switch (result, completion) {
            case (_, let completion?): deliveryQueue.post { completion(result.map { _ in }) }
            case (.failure(let error), nil): deliveryQueue.post { diagnostics(error) }
            case (.success, nil): break
            }
        }
    }
}
