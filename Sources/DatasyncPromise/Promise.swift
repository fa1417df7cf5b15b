import DatasyncConcurrency
import Dispatch

/// A value that arrives later, once: fulfilled with it, or rejected with the reason why it never will.
///
/// Attach what should happen next, as long a chain as you need, and end it with ``catch(_:)``:
///
/// ```swift
/// firstly { contacts.value() }
///     .map { contact in contact.name }
///     .done { name in label.text = name }
///     .catch { error in show(error) }
/// ```
///
/// or wait for it: `let contact = try await contacts.value().value`.
///
/// **Settling.** A promise settles at most once; whatever comes after the first word is ignored. One whose resolver is
/// released without a word rejects with ``PromiseError/abandoned``, so that a chain always ends.
///
/// **Delivery.** A closure is never called from inside the call that attaches it, nor from inside the call that
/// settles the promise. Every chaining call has two forms. Without a queue its closure is `@MainActor` and is called on
/// the main queue. With `on: queue` it is `@Sendable` and is called on that queue; `on: nil` means the default queue of
/// the promise, which is the main queue unless another was given where the chain began. Closures that share a serial
/// queue are called in the order in which they were attached, from whatever threads that happened. Those of an
/// application's operations are delivered in one order with its events, on a concurrent queue too.
///
/// **Failures.** The operations of an application report unhandled rejections, of promises to which nothing was ever attached, to
/// its diagnostics. Attaching anything makes the chain responsible: one without ``catch(_:)`` is silent.
///
/// **Cancelling.** ``cancel()`` stops the work where its producer offered a way. Cancelling a task that waits for a
/// promise stops the waiting alone.
public final class Promise<Value: Sendable>: Sendable {
    /// Where `on: nil` delivers; the promises of a chain inherit it.
    let queue: DispatchQueue

    /// Everything that changes.
    ///
    /// This is the only lock of a promise, and nothing is called or released while it is held.
    let state: Guarded<PromiseState<Value>>

    /// The application whose operation it stands for, if it does.
    let context: PromiseContext?

    /// Whether waiting tasks resume by way of the queue, after everything that was posted to the queue before.
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

    /// What the promise settled as, if it has.
    var settlement: Result<Value, any Error>? { state.withLock { $0.result } }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible {
    /// The state, with the value or the error; reading it counts as no handler.
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

    /// The description.
    public var debugDescription: String { description }

    private static func abbreviation(of value: Any) -> String {
        let text = String(describing: value)
        let line = String(text.prefix(200).map { $0.isNewline ? " " : $0 })
        return text.dropFirst(200).isEmpty ? line : line + "…"
    }
}
