package import DatasyncTree
package import DatasyncWire

extension DatasyncError {
    package init(_ code: ErrorCode, at path: Path, _ message: String) {
        self.init(code, at: path.description, message)
    }

    /// Converts a status of the back end into an error for the application.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - reason: The reason that the back end gave, if any.
    ///   - verb: The refused action; it completes the sentence "The back end refused to …".
    ///   - path: The path of the refused action.
    ///   - increments: Whether the refused write increments a number.
    package init(_ status: Status, reason: String?, doing verb: String, at path: Path, increments: Bool = false) {
        let signingIn = "Sign in with a valid credential, or sign out to go on without a user."
        // Reasons that concern the data name the remedy themselves.
        let (code, remedy, isInReason): (ErrorCode, String, Bool) =
            switch status {
            case .permissionDenied: (.permissionDenied, "Sign in as a user who may, or change the rules.", false)
            case .invalidToken: (.invalidToken, signingIn, false)
            case .expiredToken: (.expiredToken, signingIn, false)
            case .tooBig: (.tooLarge, "Use less data in one node.", true)
            case .invalidData where increments: (.notANumber, "Set a number first.", true)
            case .invalidData: (.invalidValue, "Correct the value.", true)
            case .invalidPath: (.invalidPath, "Correct the path.", true)
            default: (.unavailable, "Try again later.", false)
            }
        var sentences = ["The back end refused to \(verb) \(path): \(status.rawValue)."]
        // The status already says this.
        let prefix = Response.permissionDenied
        let own = reason.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
        let reason = own.flatMap { $0.isEmpty ? nil : $0.asSentence }
        if let reason { sentences.append(reason) }
        if reason == nil || !isInReason { sentences.append(remedy) }
        self.init(code, at: path.description, sentences.joined(separator: " "), statusWord: status.rawValue)
    }
}

extension String {
    /// The text, with a period if it has no closing punctuation.
    var asSentence: String { hasSuffix(".") || hasSuffix("!") || hasSuffix("?") ? self : self + "." }
}
