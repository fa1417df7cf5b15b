package import DatasyncEngine
package import DatasyncTree
import DatasyncWire
public import Foundation

/// What went wrong: a code to decide by, the place, and a message that says what to do.
public struct WebcomError: Error, Sendable, Hashable {
    /// The kinds of errors.
    public struct SDKCode: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A path holds a forbidden character or is too deep.
        public static let invalidPath = SDKCode(rawValue: "invalidPath")
        /// A key of a written value is forbidden.
        public static let invalidKey = SDKCode(rawValue: "invalidKey")
        /// A written value is no JSON, or breaks a rule of the data model.
        public static let invalidValue = SDKCode(rawValue: "invalidValue")
        /// A merged value is no object.
        public static let notAnObject = SDKCode(rawValue: "notAnObject")
        /// A value could not be encoded to JSON.
        public static let encodingFailed = SDKCode(rawValue: "encodingFailed")
        /// A value could not be decoded from JSON.
        public static let decodingFailed = SDKCode(rawValue: "decodingFailed")
        /// The back end does not accept a credential.
        public static let invalidToken = SDKCode(rawValue: "invalidToken")
        /// A credential is no longer valid.
        public static let expiredToken = SDKCode(rawValue: "expiredToken")
        /// The root has no parent.
        public static let noParent = SDKCode(rawValue: "noParent")
        /// A constraint, or a setting of a sequence or an item subscription, makes no sense.
        public static let invalidConstraint = SDKCode(rawValue: "invalidConstraint")
        /// The identifier of the application breaks the rule for identifiers.
        public static let invalidConfiguration = SDKCode(rawValue: "invalidConfiguration")
        /// An event name is not known, or no event was asked for.
        public static let unknownEvent = SDKCode(rawValue: "unknownEvent")
        /// A field of an item update is not known.
        public static let unknownField = SDKCode(rawValue: "unknownField")
        /// Value events and child events were asked for together.
        public static let mixedEventFamilies = SDKCode(rawValue: "mixedEventFamilies")
        /// Something that is no number was to be incremented.
        public static let notANumber = SDKCode(rawValue: "notANumber")
        /// The function of a transaction aborted it.
        public static let transactionAborted = SDKCode(rawValue: "transactionAborted")
        /// The value changed during each attempt of a transaction.
        public static let tooManyRetries = SDKCode(rawValue: "tooManyRetries")
        /// A plain write overtook a transaction.
        public static let overridden = SDKCode(rawValue: "overridden")
        /// The rules do not allow it.
        public static let permissionDenied = SDKCode(rawValue: "permissionDenied")
        /// There is too much data in one place.
        public static let tooLarge = SDKCode(rawValue: "tooLarge")
        /// There is no connection.
        public static let disconnected = SDKCode(rawValue: "disconnected")
        /// A deadline passed.
        public static let timedOut = SDKCode(rawValue: "timedOut")
        /// The application took the operation back.
        public static let cancelled = SDKCode(rawValue: "cancelled")
        /// The application, manager or node that was to do it is gone.
        public static let released = SDKCode(rawValue: "released")
        /// The back end could not do it now.
        public static let unavailable = SDKCode(rawValue: "unavailable")
        /// A consumer was too slow for the buffer it had chosen.
        public static let overflow = SDKCode(rawValue: "overflow")
    }

    /// The kind of error.
    public let code: SDKCode
    /// The path it is about, when it is about one.
    public let path: String?
    /// What was wrong, where, and what to do.
    public let message: String
    /// The back end's status word, when the back end refused.
    package let statusWord: String?

    /// Makes an error, for instance for the tests of an application.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - path: The path it is about, if any.
    ///   - message: The fault, its place and the remedy, as a sentence for developers.
    public init(_ code: SDKCode, at path: String? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
        statusWord = nil
    }

    package init(_ error: EngineError) {
        code = SDKCode(rawValue: error.code.rawValue)
        path = error.path
        message = error.message
        statusWord = error.status?.rawValue
    }

    package init(_ error: DataError) { self.init(EngineError(error)) }

    package static let released = WebcomError(
        .released,
        "The application or manager of this call was released; keep it for as long as it is used.")

    /// The error with its place in path and message, unless it names one already or concerns the application as a whole.
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

extension WebcomError.SDKCode: CustomDebugStringConvertible {
    /// The name of the code after that of the type.
    public var debugDescription: String { "SDKCode(\(rawValue))" }
}
