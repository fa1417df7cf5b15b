public import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree

/// A subscription to the events of a node.
///
/// It ends when the application cancels it, when the back end revokes it, or when the manager that stores it is released.
/// With `stores: false`, it ends when the subscription itself is released.
///
/// ```swift
/// let subscription = node.subscribe(to: .valueChange, stores: false) { event in print(event.value) }
/// subscription?.cancel()
/// ```
public final class DatasyncSubscription: Sendable {
    /// The events that the subscription receives.
    public let eventType: DatasyncEventType
    private struct State: Sendable {
        var handle: SubscriptionHandle?
        /// Whether the cancellation was implicit; set when cancelled, possibly before the handle is attached.
        var wasImplicit: Bool?
    }

    private let place: String
    private let state = Guarded(State())

    package init(_ eventType: DatasyncEventType, file: StaticString, line: UInt) {
        self.eventType = eventType
        place = "\(file):\(line)"
    }

    package var handle: SubscriptionHandle? { state.withLock(\.handle) }

    /// The policy for the cached data when the subscription ends.
    ///
    /// It takes effect only if you set it before the completion has returned.
    public var completedSubscriptionPolicy: DatasyncCompletedSubscriptionPolicy {
        get { handle?.policy ?? .keepData }
        set { handle?.policy = newValue }
    }

    /// Cancels the subscription.
    ///
    /// If you call it inside a callback, or on a serial callback queue, no event follows once it returns, only the completion.
    /// If you call it elsewhere, such as on another thread of a concurrent queue, a callback that is already running still
    /// finishes.
    public func cancel() { cancel(isImplicit: false) }

    func cancel(isImplicit: Bool) {
        let handle = state.withLock { state in
            state.wasImplicit = state.wasImplicit ?? isImplicit
            return state.handle
        }
        handle?.cancel(isImplicit: isImplicit)
    }

    /// Sets the handle, and cancels it if another thread has cancelled the subscription already.
    package func attach(_ handle: SubscriptionHandle) {
        let wasImplicit = state.withLock { state in
            state.handle = handle
            return state.wasImplicit
        }
        if let wasImplicit { handle.cancel(isImplicit: wasImplicit) }
    }
}

extension DatasyncSubscription: CustomDebugStringConvertible {
    /// The events, and the source location of the call that made the subscription.
    public var debugDescription: String { "\(eventType) at \(place)" }
}

extension DatasyncSubscription: CustomStringConvertible {
    /// The path, the window, the events, and whether the subscription is active.
    public var description: String {
        "DatasyncSubscription(\(handle?.text(events: "\(eventType)") ?? "\(eventType)"))"
    }
}
