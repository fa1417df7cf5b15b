/// Why a promise rejected, when the reason lies with the promise and not with the work.
///
/// Compare with the constants: `if error as? PromiseError == .timedOut { … }`.
public struct PromiseError: Error, Hashable, Sendable {
    private enum Code: Hashable {
        case abandoned
        case timedOut
        case returnedItself
        case cancelled
        case missingValue
        case nothingToRace
    }

    private let code: Code

    /// The resolver was released without a word.
    public static let abandoned = PromiseError(code: .abandoned)

    /// The time given to ``Promise/timeout(_:clock:)`` passed.
    public static let timedOut = PromiseError(code: .timedOut)

    /// A closure given to a promise returned that very promise.
    public static let returnedItself = PromiseError(code: .returnedItself)

    /// The work was stopped by ``Promise/cancel()``.
    public static let cancelled = PromiseError(code: .cancelled)

    /// A closure given to ``Promise/compactMap(_:)`` returned `nil`.
    public static let missingValue = PromiseError(code: .missingValue)

    /// A race was started without a promise.
    public static let nothingToRace = PromiseError(code: .nothingToRace)

    /// What was wrong, and what to do about it.
    public var message: String {
        switch code {
        case .abandoned:
            """
            The resolver of the promise was released before it said anything. \
            Keep it until the work ends, and fulfill, reject or resolve on every path, the failing ones included.
            """
        case .timedOut:
            """
            The promise did not settle within its timeout, and its work goes on. \
            Allow more time, or call cancel() on the promise that timed out to stop the work.
            """
        case .returnedItself:
            """
            The promise was to follow itself, which it could only do forever. \
            Return a promise of other work from the closure, or use map to return a plain value.
            """
        case .cancelled:
            """
            The work was stopped by a call of cancel() on its promise or on one further down the chain. \
            Expect this error where you cancel, or recover from it.
            """
        case .missingValue:
            """
            The closure given to compactMap returned nil. \
            Return a value, or recover from this error where having none is normal.
            """
        case .nothingToRace:
            """
            The race was started with an empty list, which nobody can win. \
            Give race at least one promise.
            """
        }
    }
}

extension PromiseError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension PromiseError: CustomDebugStringConvertible {
    /// The name of the error.
    public var debugDescription: String { "PromiseError(\(code))" }
}
