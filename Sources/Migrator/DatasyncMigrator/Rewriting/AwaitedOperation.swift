#if Migrator
    import SwiftSyntax

    /// A legacy call with a completion, in a form that a task can wait for.
    struct AwaitedOperation {
        /// The result that the completion receives.
        enum Result {
            /// Only an error.
            case nothing
            /// An error or a value.
            case value
            /// An error, whether the transaction is committed, and a value.
            case transaction
            /// A snapshot and a key; a second closure receives the error.
            case event
        }

        let call: FunctionCallExprSyntax
        /// The name of the `async` function.
        let name: String
        let result: Result
        /// The values in the new dialect.
        let values: String
        /// The arguments after the values.
        let rest: String
        let queue: ExprSyntax?
        let completion: ExprSyntax?
        /// The call on the result of the `async` function, such as `.known()`; empty without one.
        var check = ""
        /// The closure for revocations.
        var revoked: ExprSyntax?

        /// The closure that is the completion.
        var closure: ClosureExprSyntax? { completion?.bareClosure }

        /// The names of the completion's parameters.
        var parameters: [String] { closure.map(Self.parameters(of:)) ?? [] }

        static func parameters(of closure: ClosureExprSyntax) -> [String] {
            closure.signature?.parameterClause == nil
                ? ["$0", "$1", "$2"] : closure.parameterNames.map(\.text.trimmingBackticks)
        }
    }
#endif
