package import DatasyncTree
package import DatasyncWire

/// Why an operation failed or a subscription ended: what, where, what to do, and the back end's word when it was the one.
package struct EngineError: Error, Equatable, Sendable {
    package enum Code: String, Sendable {
        case invalidPath
        case invalidKey
        case invalidValue
        case notAnObject
        case encodingFailed
        case invalidToken
        case expiredToken
        case invalidConstraint
        case notANumber
        case transactionAborted
        case tooManyRetries
        case overridden
        case permissionDenied
        case tooLarge
        case disconnected
        case cancelled
        case released
        case unavailable
    }

    package let code: Code
    package let path: String?
    package let message: String
    /// The back end's status, when it was the back end that refused.
    package let status: Status?

    package init(_ code: Code, at path: Path?, _ message: String, status: Status? = nil) {
        self.code = code
        self.path = path?.description
        self.message = message
        self.status = status
    }

    package init(_ error: DataError) {
        code =
            switch error.code {
            case .invalidPath: .invalidPath
            case .invalidKey: .invalidKey
            case .invalidValue, .malformedText: .invalidValue
            case .notAnObject: .notAnObject
            case .notANumber: .notANumber
            case .invalidConstraint: .invalidConstraint
            case .tooLarge: .tooLarge
            }
        path = error.path
        message = error.message
        status = nil
    }

    /// What a status of the back end means to the application.
    ///
    /// `increments`: Whether the refused write was to increment a number.
    package init(_ status: Status, reason: String?, doing verb: String, at path: Path, increments: Bool = false) {
        let signingIn = "Disconnect and connect again to go on without a user; this library cannot sign in yet."
        // Reasons that concern the data name the remedy themselves.
        let (code, remedy, isInReason): (Code, String, Bool) =
            switch status {
            case .permissionDenied: (.permissionDenied, "Change the rules; this library cannot sign in yet.", false)
            case .invalidToken: (.invalidToken, signingIn, false)
            case .expiredToken: (.expiredToken, signingIn, false)
            case .tooBig: (.tooLarge, "Use less data in one node.", true)
            case .invalidData where increments: (.notANumber, "Set a number first.", true)
            case .invalidData: (.invalidValue, "Correct the value.", true)
            case .invalidPath: (.invalidPath, "Correct the path.", true)
            default: (.unavailable, "Try again later.", false)
            }
        var sentences = ["The back end refused to \(verb) \(path): \(status.rawValue)."]
        let reason = reason.flatMap { $0.isEmpty ? nil : $0.asSentence }
        if let reason { sentences.append(reason) }
        if reason == nil || !isInReason { sentences.append(remedy) }
        self.init(code, at: path, sentences.joined(separator: " "), status: status)
    }
}

extension EngineError: CustomStringConvertible {
    package var description: String { message }
}

extension String {
    /// The text with the period that it may lack.
    var asSentence: String { hasSuffix(".") || hasSuffix("!") || hasSuffix("?") ? self : self + "." }
}
