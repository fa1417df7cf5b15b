import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

/// A node that shows whether this client is connected.
///
/// Each time the client connects, it writes the online value. When the connection ends for any reason, the back end writes the
/// offline value. Make a presence with `presence(online:offline:)`: on a node in the async and callback dialects, on a
/// reference in the legacy dialect. If several devices share a user, give each device its own child, with a unique key.
///
/// ```swift
/// let presence = manager["online/ada"].presence(online: true, offline: ServerValue.timestamp)
/// presence.end()
/// ```
public final class DatasyncPresence: Sendable {
    private enum State: Sendable {
        case idle
        case active(stop: @Sendable () -> Void)
        case ended
    }

    private let location: Location
    private let offline: Result<WriteValue, WebcomError>
    private let state = Guarded(State.idle)

    /// Shows the presence at a location; if a write fails, the error goes to the diagnostics.
    package init(_ location: Location, online: WrittenValue, offline: WrittenValue) {
        self.location = location
        self.offline = location.writeValue(offline)
        // The engine registers the write again on each connection, before it announces the connection.
        location.set(self.offline, at: .onDisconnection)
        let online = location.writeValue(online)
        let stop = location.client.observeConnection { [location] status in
            if case .connected = status { location.set(online) }
        }
        state.withLock { $0 = .active(stop: stop) }
    }

    deinit { stop() }

    /// Writes the offline value now, and cancels the write at the end of the connection.
    ///
    /// A failure goes to the diagnostics. If you release the object without this call, the offline value is written when the
    /// connection ends.
    public func end() { end(completion: location.reporting) }

    /// Writes the offline value now and waits for the back end, for example before the user signs out.
    ///
    /// - Throws: ``WebcomError`` if the value is refused; `cancelled` if the task is cancelled.
    public func end() async throws(WebcomError) {
        _ = try await location.outcome(on: nil) { end(completion: $0) }
    }

    /// Writes the offline value now, and calls a completion when the back end has stored it.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called with `nil`, or with the error.
    public func end(queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void) {
        end(completion: location.client.reportingError(on: queue, completion))
    }

    /// Writes the offline value now, and calls a completion on the main queue; see ``end(queue:_:)``.
    ///
    /// - Parameter completion: Called with `nil`, or with the error.
    public func end(_ completion: @escaping @MainActor (WebcomError?) -> Void) {
        end(queue: location.client.mainQueue(), onMain(completion))
    }

    /// Completes at once with success if the presence has already ended.
    private func end(completion: @escaping Location.Completion) {
        guard stop() else { return completion(.success(.done)) }
        location.cancelOnDisconnect(completion: location.reporting)
        switch offline {
        case .success(let value): location.set(WrittenValue(value), completion: completion)
        case .failure(let error): completion(.failure(error))
        }
    }

    /// Stops the observation; returns `false` if it was already stopped.
    @discardableResult
    private func stop() -> Bool {
        guard case .active(let stop) = state.exchange(.ended) else { return false }
        stop()
        return true
    }
}

extension Location {
    fileprivate func writeValue(_ value: WrittenValue) -> Result<WriteValue, WebcomError> {
        Result { () throws(WebcomError) in try value.writeValue(at: try checkedPath.get()) }
    }

    fileprivate func set(_ value: Result<WriteValue, WebcomError>, at time: Time = .now) {
        switch value {
        case .success(let value): set(WrittenValue(value), at: time, completion: reporting)
        case .failure(let error): client.diagnose(error)
        }
    }

    /// A completion that reports a failure to the diagnostics.
    fileprivate var reporting: Completion {
        { [weak client] result in
            if case .failure(let error) = result, error.code != .released, error.code != .cancelled {
                client?.diagnose(error)
            }
        }
    }
}

extension DatasyncPresence: CustomStringConvertible {
    /// The node.
    public var description: String { "presence at \(location)" }
}
