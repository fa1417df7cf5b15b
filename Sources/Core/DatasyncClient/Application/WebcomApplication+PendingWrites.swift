import DatasyncConcurrency
import DatasyncEngine
public import Dispatch

/// The pending writes of an application, shared by all dialects.
///
/// They belong to the user who made them. The current user sees their own writes, and writes without a user; the writes of
/// other users wait until those users sign in.
///
/// ```swift
/// try await application.waitForPendingWrites()
/// try await application.authentication.signOut()
/// ```
extension WebcomApplication {
    /// The number of pending writes and transactions of the current user, and of writes without a user.
    public var pendingWriteCount: Int { client.engine.pendingWriteCount }

    /// The number of other users' pending writes, which wait until those users sign in.
    public var pendingWriteCountOfOtherUsers: Int { client.engine.otherUsersWriteCount }

    /// The number of pending writes as a stream, starting with the current one.
    ///
    /// A slow consumer receives only the latest number. Each access creates a stream; it finishes when the client is closed
    /// or released.
    public var pendingWriteCounts: AsyncStream<Int> {
        let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let stop = client.observePendingWrites({ continuation.yield($0) }, ended: { continuation.finish() })
        continuation.onTermination = { _ in stop() }
        return stream
    }

    /// Observes the number of pending writes, starting with the current one.
    ///
    /// - Parameters:
    ///   - queue: The delivery queue; the application's default queue when `nil`.
    ///   - observer: Called with each number.
    /// - Returns: The observation; retain it as long as it is needed.
    public func observePendingWriteCount(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (Int) -> Void
    ) -> ConnectionObservation {
        let deliveryQueue = client.deliveryQueue(queue)
        return ConnectionObservation(
            stop: client.observePendingWrites { count in deliveryQueue.post { observer(count) } })
    }

    /// Observes the number of pending writes on the main queue, starting with the current one.
    ///
    /// - Parameter observer: Called with each number.
    /// - Returns: The observation; retain it as long as it is needed.
    public func observePendingWriteCount(_ observer: @escaping @MainActor (Int) -> Void) -> ConnectionObservation {
        observePendingWriteCount(queue: client.mainQueue(), onMain(observer))
    }

    /// Waits until every write and transaction that is pending now has a response, even a refusal.
    ///
    /// Without a connection it waits for one. Cancelling the task ends the wait; the writes stay pending.
    ///
    /// - Throws: ``WebcomError`` `cancelled` if the user changes or the task is cancelled; `released` if the application is
    ///   released.
    public func waitForPendingWrites() async throws(WebcomError) { try await client.waitForPendingWrites() }

    /// Calls a completion when every write and transaction that is pending now has a response, even a refusal.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called with `nil`; with `cancelled` if the user changes; with `released` if the client is closed.
    public func waitForPendingWrites(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        client.waitForPendingWrites(queue, completion)
    }

    /// Calls a completion on the main queue; see ``waitForPendingWrites(queue:_:)``.
    ///
    /// - Parameter completion: Called with `nil`; with `cancelled` if the user changes; with `released` if the client is
    ///   closed.
    public func waitForPendingWrites(_ completion: @escaping @MainActor (WebcomError?) -> Void) {
        client.waitForPendingWrites(client.mainQueue(), onMain(completion))
    }

    /// Reverts the pending writes and transactions of the current user, and writes without a user.
    ///
    /// They fail with `cancelled`. The back end may already have applied some that were sent.
    public func discardPendingWrites() {
        client.perform { result in
            if case .success(let engine) = result { engine.discardPendingWrites() }
        }
    }

    /// Discards the pending writes of all other users; their completions fail with `cancelled`.
    ///
    /// - Returns: The number of discarded writes.
    @discardableResult
    public func discardPendingWritesOfOtherUsers() -> Int { client.engine.discardWritesOfOtherUsers() }
}

extension Client {
    package func waitForPendingWrites() async throws(WebcomError) {
        _ = try await Location(client: self).outcome(on: nil) { [self] completion in
            waitForPendingWrites(completion)
        }
    }

    package func waitForPendingWrites(
        _ queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        waitForPendingWrites(reportingError(on: queue, completion))
    }

    /// Returns a completion that passes the error, or `nil`, to another completion on a queue.
    func reportingError(
        on queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) -> Location.Completion {
        let deliveryQueue = deliveryQueue(queue)
        return { result in
            deliveryQueue.post {
                if case .failure(let error) = result { completion(error) } else { completion(nil) }
            }
        }
    }

    private func waitForPendingWrites(_ completion: @escaping Location.Completion) {
        perform { result in
            switch result {
            case .success(let engine): engine.waitForPendingWrites { completion($0.mapError(WebcomError.init)) }
            case .failure(let error): completion(.failure(error))
            }
        }
    }
}
