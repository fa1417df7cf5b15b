import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

extension Listenable {
    /// Reads the value of this node or query once, without a subscription.
    ///
    /// - Parameter completion: Called on the main queue with an error or the value at the back end. Without a connection it
    ///   receives the cached value, or null with `isKnown` false.
    #if LegacyWarnings
        @available(*, deprecated, message: "use get(), which is a promise, or try await value()")
    #endif
    public func get(_ completion: @escaping @MainActor (_ error: WebcomError?, _ snapshot: DataSnapshot?) -> Void) {
        get(queue: query.location.client.mainQueue(), onMain(completion))
    }

    /// Reads the value like ``get(_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use get(), which is a promise, or try await value()")
    #endif
    public func get(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?, DataSnapshot?) -> Void
    ) {
        let (location, deliveryQueue) = (query.location, query.location.client.deliveryQueue(queue))
        let window: Window
        do throws(WebcomError) {
            window = try location.query(try query.window()).window
        } catch {
            return deliveryQueue.post { completion(error, nil) }
        }
        location.readValue(window) { result in
            deliveryQueue.post {
                switch result {
                case .success(let value): completion(nil, DataSnapshot(value))
                case .failure(let error): completion(error, nil)
                }
            }
        }
    }
}
