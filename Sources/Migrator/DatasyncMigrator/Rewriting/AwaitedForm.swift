#if Migrator
    import SwiftSyntax

    /// The code that replaces a continuation around one operation.
    enum AwaitedForm {
        /// An expression in place of the continuation.
        case expression(String)
        /// An expression that ignores the error, in place of the whole `await`.
        case ignoring(String)
        /// Statements before the result, the result, and the statements of the failure.
        case statements(before: [String], result: String?, failure: [String]?, caught: String)
    }

    extension AwaitedForm {
        /// Whether the code returns a value or ends with `throw` from the position of the continuation.
        var isReturning: Bool {
            guard case .statements(_, let result, let failure, _) = self else { return false }
            return result != nil || failure?.contains { $0.hasPrefix("return") } == true
        }
    }
#endif
