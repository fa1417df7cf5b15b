/// The kind of an error; the data model, the engine and the dialects share this list.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// A text is not the JSON or the message that it should be; an application receives it as `invalidValue`.
    package static let malformedText = ErrorCode(rawValue: "malformedText")
    package static let invalidPath = ErrorCode(rawValue: "invalidPath")
    package static let invalidKey = ErrorCode(rawValue: "invalidKey")
    package static let invalidValue = ErrorCode(rawValue: "invalidValue")
    package static let notAnObject = ErrorCode(rawValue: "notAnObject")
    package static let encodingFailed = ErrorCode(rawValue: "encodingFailed")
    package static let decodingFailed = ErrorCode(rawValue: "decodingFailed")
    package static let invalidToken = ErrorCode(rawValue: "invalidToken")
    package static let expiredToken = ErrorCode(rawValue: "expiredToken")
    package static let noParent = ErrorCode(rawValue: "noParent")
    package static let invalidConstraint = ErrorCode(rawValue: "invalidConstraint")
    package static let invalidConfiguration = ErrorCode(rawValue: "invalidConfiguration")
    package static let unknownEvent = ErrorCode(rawValue: "unknownEvent")
    package static let unknownField = ErrorCode(rawValue: "unknownField")
    package static let mixedEventFamilies = ErrorCode(rawValue: "mixedEventFamilies")
    package static let notANumber = ErrorCode(rawValue: "notANumber")
    package static let transactionAborted = ErrorCode(rawValue: "transactionAborted")
    package static let tooManyRetries = ErrorCode(rawValue: "tooManyRetries")
    package static let overridden = ErrorCode(rawValue: "overridden")
    package static let permissionDenied = ErrorCode(rawValue: "permissionDenied")
    package static let tooLarge = ErrorCode(rawValue: "tooLarge")
    package static let disconnected = ErrorCode(rawValue: "disconnected")
    package static let timedOut = ErrorCode(rawValue: "timedOut")
    package static let cancelled = ErrorCode(rawValue: "cancelled")
    package static let released = ErrorCode(rawValue: "released")
    package static let unavailable = ErrorCode(rawValue: "unavailable")
    /// A write was sent, but it is unknown whether the back end has applied it.
    package static let outcomeUnknown = ErrorCode(rawValue: "outcomeUnknown")
    /// A write took effect, but the client may not read its result.
    package static let resultUnreadable = ErrorCode(rawValue: "resultUnreadable")
    package static let overflow = ErrorCode(rawValue: "overflow")
}
