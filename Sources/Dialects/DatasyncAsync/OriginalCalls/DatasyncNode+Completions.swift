public import DatasyncClient
import DatasyncConcurrency
public import Dispatch
public import Foundation

/// Writes with a completion closure, as in the original Swift API.
extension DatasyncNode {
    /// Replaces the value, including all children, and calls a completion on a queue.
    ///
    /// - Parameters:
    ///   - value: The value, encoded by the application's encoder; `nil` removes the data.
    ///   - time: The time at which the write takes effect.
    ///   - queue: The queue of the completion; the manager's default queue when `nil`.
    ///   - completion: Called once, when the back end has accepted or refused the write. Without one, an error goes to the
    ///     diagnostics of the application.
    public func set<Value: Encodable>(
        _ value: Value?, at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        write(.encodable(value, application), at: time, on: queue, completion)
    }

    /// Replaces the value, including all children, and calls a completion on the main actor.
    ///
    /// - Parameters:
    ///   - value: The value, encoded by the application's encoder; `nil` removes the data.
    ///   - time: The time at which the write takes effect.
    ///   - completion: Called once, when the back end has accepted or refused the write.
    public func set<Value: Encodable>(
        _ value: Value?, at time: DatasyncTime = .now,
        then completion: @escaping @MainActor (_ result: Result<Void, WebcomError>) -> Void
    ) {
        write(.encodable(value, application), at: time, on: mainQueue, onMain(completion))
    }

    /// Replaces the value with JSON, including all children, and calls a completion on a queue.
    ///
    /// - Parameters:
    ///   - raw: Selects this overload, which does not encode.
    ///   - json: Foundation's JSON; `nil` and `NSNull()` remove the data.
    ///   - time: The time at which the write takes effect.
    ///   - queue: The queue of the completion; the manager's default queue when `nil`.
    ///   - completion: Called once, when the back end has accepted or refused the write. Without one, an error goes to the
    ///     diagnostics of the application.
    public func set(
        _ raw: WebcomMarkers.Raw, _ json: Any?, at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        write(.foundation(json), at: time, on: queue, completion)
    }

    /// Removes the value, and calls a completion on a queue; selected by `set(nil)`.
    ///
    /// - Parameters:
    ///   - nothing: `nil`.
    ///   - time: The time at which the write takes effect.
    ///   - queue: The queue of the completion; the manager's default queue when `nil`.
    ///   - completion: Called once, when the back end has accepted or refused the write. Without one, an error goes to the
    ///     diagnostics of the application.
    public func set(
        _ nothing: Never?, at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        clear(at: time, queue: queue, then: completion)
    }

    /// Removes the value, and calls a completion on a queue.
    ///
    /// - Parameters:
    ///   - nothing: `NSNull()`.
    ///   - time: The time at which the write takes effect.
    ///   - queue: The queue of the completion; the manager's default queue when `nil`.
    ///   - completion: Called once, when the back end has accepted or refused the write. Without one, an error goes to the
    ///     diagnostics of the application.
    public func set(
        _ nothing: NSNull, at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        clear(at: time, queue: queue, then: completion)
    }

    /// Removes the value, and calls a completion on a queue.
    ///
    /// - Parameters:
    ///   - time: The time at which the write takes effect.
    ///   - queue: The queue of the completion; the manager's default queue when `nil`.
    ///   - completion: Called once, when the back end has accepted or refused the write. Without one, an error goes to the
    ///     diagnostics of the application.
    public func clear(
        at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        write(.null, at: time, on: queue, completion)
    }

    /// Removes the value, and calls a completion on the main actor.
    ///
    /// - Parameters:
    ///   - time: The time at which the write takes effect.
    ///   - completion: Called once, when the back end has accepted or refused the write.
    public func clear(
        at time: DatasyncTime = .now,
        then completion: @escaping @MainActor (_ result: Result<Void, WebcomError>) -> Void
    ) {
        write(.null, at: time, on: mainQueue, onMain(completion))
    }

    /// Writes without creating a promise; a closure needs none.
    private func write(
        _ value: WrittenValue, at time: DatasyncTime, on queue: DispatchQueue?,
        _ completion: (@Sendable (Result<Void, WebcomError>) -> Void)?
    ) {
        guard let completion else {
            return requiringManager.set(value, at: time.time, completion: reportFailure(on: callbackQueue))
        }
        let deliveryQueue = location.client.deliveryQueue(queue ?? callbackQueue)
        requiringManager.set(value, at: time.time) { result in
            deliveryQueue.post { completion(result.map { _ in }) }
        }
    }

    /// Returns a completion that reports a failure to the diagnostics, as a promise without handlers does.
    private func reportFailure(on queue: DispatchQueue?) -> Location.Completion {
        { [weak client = location.client] result in
            guard case .failure(let error) = result, error.code != .cancelled, let client else { return }
            client.deliveryQueue(queue).post { client.diagnose(error) }
        }
    }
}
