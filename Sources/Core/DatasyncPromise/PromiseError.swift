/// An error caused by the promise itself, not by the work behind it.
///
/// Compare it with the constants: `if error as? PromiseError == .timedOut { … }`.
public struct PromiseError: Error, Hashable, Sendable {
    private enum Code: Hashable {
        case abandoned
        case timedOut
        case returnedItself
        case cycle
        case cancelled
        case missingValue
        case nothingToRace
        case invalidLimit
    }

    private let code: Code

    /// The resolver was released without settling the promise.
    public static let abandoned = PromiseError(code: .abandoned)

    /// The time limit of ``Promise/timeout(_:clock:)`` expired.
    public static let timedOut = PromiseError(code: .timedOut)

    /// A promise was made to follow itself, by one of its closures or by its resolver.
    public static let returnedItself = PromiseError(code: .returnedItself)

    /// A promise was made to follow one that waits for it, directly or through others, so that neither could settle.
    public static let cycle = PromiseError(code: .cycle)

    /// ``Promise/cancel()`` cancelled the work.
    public static let cancelled = PromiseError(code: .cancelled)

    /// The closure of ``Promise/compactMap(_:)`` returned `nil`.
    public static let missingValue = PromiseError(code: .missingValue)

    /// `race(_:)` was called with an empty list.
    public static let nothingToRace = PromiseError(code: .nothingToRace)

    /// `when(fulfilled:concurrently:)` was called with a limit less than 1.
    public static let invalidLimit = PromiseError(code: .invalidLimit)

    /// The problem and its remedy, as a text for developers.
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
        case .cycle:
            """
            The promise was to follow one that waits for it, so that both would have been pending forever. \
            Resolve it with a promise of other work, or with a plain value.
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
        case .invalidLimit:
            """
            The promises were to be made with less than one in progress at a time, so that none could start. \
            Pass 1 or more as concurrently.
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
