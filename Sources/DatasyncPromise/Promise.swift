import DatasyncLocking
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
/// queue are called in the order in which they were attached, from whatever threads that happened.
///
/// **Failures.** A producer may ask to be told of the failure of a promise to which nothing was ever attached, when it goes away:
/// the writes of an application tell its diagnostics. Whoever attaches something takes over: a chain without ``catch(_:)`` is silent.
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

    /// Whether tasks that wait go on by way of the queue, so that what was handed to the queue before comes before.
    let resumesOnQueue: Bool

    /// Told of a failure that nobody has listened to when the promise goes away.
    private let unheard: (@Sendable (any Error) -> Void)?

    init(
        queue: DispatchQueue, resumesOnQueue: Bool = false, cancellation: PromiseCancellation = .none,
        unheard: (@Sendable (any Error) -> Void)? = nil
    ) {
        self.queue = queue
        self.resumesOnQueue = resumesOnQueue
        self.unheard = unheard
        self.state = Guarded(PromiseState(cancellation: cancellation))
    }

    deinit {
        guard let unheard, let error = state.withLock(\.unheardFailure) else { return }
        unheard(error)
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
