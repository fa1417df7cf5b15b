public import DatasyncClient
import DatasyncConcurrency
import DatasyncPromise
public import Dispatch
public import Foundation

/// Writes with a completion, as the first Swift API had them.
extension DatasyncNode {
    /// Replaces the value, all children included, and calls a completion on a queue.
    ///
    /// - Parameters:
    ///   - value: The value, encoded by the application's encoder; `nil` removes.
    ///   - time: When it takes effect.
    ///   - queue: Where the completion is called; the callback queue of the manager when `nil`.
    ///   - completion: Called once, when the back end has accepted or refused the value; without one, an error goes to the
    ///     diagnostics of the application.
    public func set<Value: Encodable>(
        _ value: Value?, at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        promise.set(value, at: time).complete(on: queue, completion)
    }

    /// Replaces the value, all children included, and calls a completion on the main actor.
    public func set<Value: Encodable>(
        _ value: Value?, at time: DatasyncTime = .now,
        then completion: @escaping @MainActor (_ result: Result<Void, WebcomError>) -> Void
    ) {
        promise.set(value, at: time).complete(on: mainQueue, onMain(completion))
    }

    /// Replaces the value by JSON, and calls a completion on a queue.
    public func set(
        _ raw: WebcomMarkers.Raw, _ json: Any?, at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        promise.set(raw, json, at: time).complete(on: queue, completion)
    }

    /// Removes the value, and calls a completion on a queue: the meaning of `set(nil)`.
    public func set(
        _ nothing: Never?, at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        clear(at: time, queue: queue, then: completion)
    }

    /// Removes the value, and calls a completion on a queue.
    public func set(
        _ nothing: NSNull, at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        clear(at: time, queue: queue, then: completion)
    }

    /// Removes the value, and calls a completion on a queue.
    public func clear(
        at time: DatasyncTime = .now, queue: DispatchQueue?,
        then completion: (@Sendable (_ result: Result<Void, WebcomError>) -> Void)?
    ) {
        promise.clear(at: time).complete(on: queue, completion)
    }

    /// Removes the value, and calls a completion on the main actor.
    public func clear(
        at time: DatasyncTime = .now,
        then completion: @escaping @MainActor (_ result: Result<Void, WebcomError>) -> Void
    ) {
        promise.clear(at: time).complete(on: mainQueue, onMain(completion))
    }
}

extension Promise<Void> {
    fileprivate func complete(
        on queue: DispatchQueue?, _ completion: (@Sendable (Result<Void, WebcomError>) -> Void)?
    ) {
        guard let completion else { return }
        _ = tap(on: queue) { result in completion(result.mapError { WebcomError(of: $0) }) }
    }
}
