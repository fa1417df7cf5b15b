package import DatasyncTree
public import Foundation

/// An error of the library: a code, the path, and a message with the remedy.
///
/// Use ``code`` to handle an error in the program, and ``message`` for logs.
///
/// ```swift
/// do {
///     try await node.set("Ann")
/// } catch {
///     if error.code == .permissionDenied { print(error.path ?? "", error.message) }
/// }
/// ```
public struct WebcomError: Error, Sendable, Hashable {
    /// The kind of an error.
    public struct SDKCode: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        package init(_ code: ErrorCode) { rawValue = code.rawValue }

        /// A path holds a forbidden character or is too deep.
        public static let invalidPath = SDKCode(.invalidPath)
        /// A key of a written value is forbidden.
        public static let invalidKey = SDKCode(.invalidKey)
        /// A written value is not JSON, or breaks a rule of the data model.
        public static let invalidValue = SDKCode(.invalidValue)
        /// A merged value is not an object.
        public static let notAnObject = SDKCode(.notAnObject)
        /// A value cannot be encoded to JSON.
        public static let encodingFailed = SDKCode(.encodingFailed)
        /// A value cannot be decoded from JSON.
        public static let decodingFailed = SDKCode(.decodingFailed)
        /// The back end does not accept a credential.
        public static let invalidToken = SDKCode(.invalidToken)
        /// A credential is no longer valid.
        public static let expiredToken = SDKCode(.expiredToken)
        /// The root has no parent.
        public static let noParent = SDKCode(.noParent)
        /// A constraint, or a setting of a sequence or an item subscription, is invalid.
        public static let invalidConstraint = SDKCode(.invalidConstraint)
        /// The identifier of the application is invalid, its platform is unknown, or two configurations conflict.
        public static let invalidConfiguration = SDKCode(.invalidConfiguration)
        /// An event name is unknown, or the application requested no event.
        public static let unknownEvent = SDKCode(.unknownEvent)
        /// A field of an item update is unknown.
        public static let unknownField = SDKCode(.unknownField)
        /// One subscription requests both value events and child events.
        public static let mixedEventFamilies = SDKCode(.mixedEventFamilies)
        /// The value of an increment's node is not a number.
        public static let notANumber = SDKCode(.notANumber)
        /// The function of a transaction aborted it.
        public static let transactionAborted = SDKCode(.transactionAborted)
        /// The value changed during each attempt of a transaction.
        public static let tooManyRetries = SDKCode(.tooManyRetries)
        /// A plain write by this client at, above or below the node overrode a pending transaction.
        public static let overridden = SDKCode(.overridden)
        /// The rules do not allow the operation or subscription.
        public static let permissionDenied = SDKCode(.permissionDenied)
        /// A write, a node or a subscribed value exceeds a size limit.
        public static let tooLarge = SDKCode(.tooLarge)
        /// There is no connection.
        public static let disconnected = SDKCode(.disconnected)
        /// A deadline passed.
        public static let timedOut = SDKCode(.timedOut)
        /// The application cancelled the operation, or the task that awaited it.
        public static let cancelled = SDKCode(.cancelled)
        /// The application, manager or object that the operation belongs to was released.
        public static let released = SDKCode(.released)
        /// The back end cannot process the request now, or the value is unknown without a connection.
        public static let unavailable = SDKCode(.unavailable)
        /// Whether a write was applied is unknown: the back end has forgotten the client, or the offline store was damaged.
        public static let outcomeUnknown = SDKCode(.outcomeUnknown)
        /// An increment or a transaction took effect, but the rules do not let the client read its result.
        public static let resultUnreadable = SDKCode(.resultUnreadable)
        /// A consumer is too slow for its buffer, or a delivery queue does not run.
        public static let overflow = SDKCode(.overflow)
    }

    /// The underlying error.
    package let cause: DatasyncError

    /// The kind of error.
    public var code: SDKCode { SDKCode(cause.code) }
    /// The path that the error concerns; `nil` if it concerns no path.
    public var path: String? { cause.path }
    /// The fault, its path and the remedy, as text for developers.
    public var message: String { cause.message }
    /// The status word of the back end's response; `nil` if the error does not come from a response.
    package var statusWord: String? { cause.statusWord }

    /// Makes an error, for example in your application's tests.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - path: The path that the error concerns, if any.
    ///   - message: The fault, its path and the remedy, as text for developers.
    public init(_ code: SDKCode, at path: String? = nil, _ message: String) {
        cause = DatasyncError(ErrorCode(rawValue: code.rawValue), at: path, message)
    }

    /// Makes the application's error from an internal one; text that is not JSON becomes an invalid value.
    package init(_ cause: DatasyncError) {
        self.cause =
            cause.code == .malformedText
            ? DatasyncError(.invalidValue, at: cause.path, cause.message, statusWord: cause.statusWord) : cause
    }

    package static let released = WebcomError(
        .released,
        "The application or manager of this call was released; keep it for as long as it is used.")

    /// Adds a path to the error and its message, unless it has one or concerns the application.
    package func located(at path: Path) -> WebcomError {
        if self.path != nil || code == .invalidConfiguration || code == .released { return self }
        return WebcomError(code, at: path.description, "At \(path): \(message)")
    }
}

extension WebcomError: CustomStringConvertible {
    /// The message with its code.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension WebcomError.SDKCode: CustomStringConvertible {
    /// The name of the code.
    public var description: String { rawValue }
}

extension WebcomError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}

extension WebcomError: CustomDebugStringConvertible {
    /// The code, the path and the message.
    public var debugDescription: String { "WebcomError(\(code), \(path.map { "at \($0), " } ?? "")\(message))" }
}
