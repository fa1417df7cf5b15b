public import DatasyncClient
import DatasyncConcurrency
package import DatasyncEngine
import DatasyncTree
import Dispatch

/// How a subscription ended.
public enum DatasyncSubscriptionCompletion: Sendable {
    /// The application ended it, or what stored it is gone.
    case cancellation
    /// The back end ended it.
    case revocation(reason: WebcomError)

    package init(_ ending: Ending) {
        self =
            switch ending {
            case .cancelled: .cancellation
            case .revoked(let error): .revocation(reason: WebcomError(error))
            }
    }
}

extension DatasyncSubscriptionCompletion: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case, with the reason.
    public var description: String {
        switch self {
        case .cancellation: "cancellation"
        case .revocation(let reason): "revocation(reason: \(reason))"
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "DatasyncSubscriptionCompletion.\(description)" }
}

/// A subscription.
///
/// It ends when it is cancelled or revoked, with the manager that stores it, or else with itself.
public final class DatasyncSubscription: Sendable {
    /// What it is subscribed to.
    public let eventType: DatasyncEventType
    private struct State: Sendable {
        var handle: SubscriptionHandle?
        /// Set once it is cancelled, which may be before the handle is there: whether that was implicit.
        var wasImplicit: Bool?
    }

    private let place: String
    private let state = Guarded(State())

    package init(_ eventType: DatasyncEventType, file: StaticString, line: UInt) {
        self.eventType = eventType
        place = "\(file):\(line)"
    }

    package var handle: SubscriptionHandle? { state.withLock(\.handle) }

    /// The cache policy at the end of the subscription; it can be set until the completion has been called.
    public var completedSubscriptionPolicy: DatasyncCompletedSubscriptionPolicy {
        get { handle?.policy ?? .keepData }
        set { handle?.policy = newValue }
    }

    /// Cancels the subscription.
    ///
    /// After it has returned inside a callback, or on a serial callback queue, no event follows, only the completion. Called
    /// elsewhere, as on another thread of a concurrent queue, at most the one callback that is running finishes.
    public func cancel() { cancel(isImplicit: false) }

    func cancel(isImplicit: Bool) {
        let handle = state.withLock { state in
            state.wasImplicit = state.wasImplicit ?? isImplicit
            return state.handle
        }
        handle?.cancel(isImplicit: isImplicit)
    }

    /// Sets the handle, and cancels it if the subscription was cancelled before, by another thread.
    package func attach(_ handle: SubscriptionHandle) {
        let wasImplicit = state.withLock { state in
            state.handle = handle
            return state.wasImplicit
        }
        if let wasImplicit { handle.cancel(isImplicit: wasImplicit) }
    }
}

extension DatasyncSubscription: CancellableSubscription {}

extension DatasyncSubscription: CustomDebugStringConvertible {
    /// The events, and where in the source it was made.
    public var debugDescription: String { "\(eventType) at \(place)" }
}

extension DatasyncSubscription: CustomStringConvertible {
    /// The path, the window, the events, and whether the subscription is active.
    public var description: String {
        "DatasyncSubscription(\(handle?.text(events: "\(eventType)") ?? "\(eventType)"))"
    }
}
