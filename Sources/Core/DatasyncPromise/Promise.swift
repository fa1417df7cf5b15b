import DatasyncConcurrency
import Dispatch

/// A value that becomes available later: the promise is fulfilled with it, or rejected with an error.
///
/// Attach closures to process the value, and end the chain with ``catch(_:)``:
///
/// ```swift
/// let greeting = after(.seconds(1)).map { "Hello" }
/// greeting
///     .done { text in print(text) }
///     .catch { error in print(error) }
/// ```
///
/// In asynchronous code, await it: `let text = try await greeting.value`.
///
/// **Settling.** A promise settles at most once; later attempts to settle it are ignored. If its resolver is released
/// before that, the promise rejects with ``PromiseError/abandoned``, so that a chain always ends.
///
/// **Delivery.** A closure never runs inside the call that attaches it, nor inside the call that settles the promise.
/// Every chaining method has two forms. Without a queue, the closure is `@MainActor` and runs on the main queue. With
/// `on: queue`, it is `@Sendable` and runs on that queue. `on: nil` means the default queue of the promise, which is
/// the main queue unless the start of the chain set another. Closures on the same serial queue run in the order in
/// which they were attached, on any thread. Closures of an application's operations run in order with its events, on
/// concurrent queues too.
///
/// **Failures.** The operations of an application report unhandled rejections to its diagnostics: rejections of
/// promises to which nothing was ever attached. Attaching anything makes the chain responsible; a chain without
/// ``catch(_:)`` discards its error.
///
/// **Cancelling.** ``cancel()`` cancels the work where its producer supports it. Cancelling a task that awaits a
/// promise ends only the wait.
public final class Promise<Value: Sendable>: Sendable {
    /// The queue of closures with `on: nil`; later promises of the chain inherit it.
    let queue: DispatchQueue

    /// The mutable state, behind the only lock of a promise.
    ///
    /// Nothing is called or released while the lock is held.
    let state: Guarded<PromiseState<Value>>

    /// The application that owns the operation, if any.
    let context: PromiseContext?

    /// Whether waiting tasks resume through the queue, after everything that was posted to it earlier.
    let resumesOnQueue: Bool

    /// Called on deinit for an unhandled rejection.
    private let unhandledRejection: (@Sendable (any Error) -> Void)?

    init(
        queue: DispatchQueue, context: PromiseContext? = nil, resumesOnQueue: Bool = false,
        cancellation: PromiseCancellation = .none, unhandledRejection: (@Sendable (any Error) -> Void)? = nil
    ) {
        self.queue = queue
        self.context = context
        self.resumesOnQueue = resumesOnQueue
        self.unhandledRejection = unhandledRejection
        self.state = Guarded(PromiseState(cancellation: cancellation))
    }

    deinit {
        guard let unhandledRejection, let error = state.withLock(\.unhandledRejection) else { return }
        unhandledRejection(error)
    }

    /// Whether the promise has been fulfilled or rejected.
    public var isSettled: Bool { settlement != nil }

    /// The outcome of the promise, or `nil` while it is pending.
    var settlement: Result<Value, any Error>? { state.withLock { $0.result } }
}

extension Promise: CustomStringConvertible {
    /// The state, with the value or the error; reading it does not count as handling a rejection.
    public var description: String {
        let isVoid = Value.self == Void.self
        let state =
            switch settlement {
            case nil: "pending"
            case .success(let value): isVoid ? "fulfilled" : "fulfilled, \(Self.abbreviation(of: value))"
            case .failure(let error): "rejected, \(Self.abbreviation(of: error))"
            }
        return "Promise<\(isVoid ? "Void" : "\(Value.self)")>(\(state))"
    }

    private static func abbreviation(of value: Any) -> String {
        let text = String(describing: value)
        let line = String(text.prefix(200).map { $0.isNewline ? " " : $0 })
        return text.dropFirst(200).isEmpty ? line : line + "…"
    }
}
