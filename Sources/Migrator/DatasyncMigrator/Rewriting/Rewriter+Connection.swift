#if Migrator
    import SwiftSyntax

    /// Rewriting of members for the connection and the user; both belong to the application in the new dialects.
    extension Rewriter {
        /// The note for calls that write or read a priority.
        static let reasonOfPriority = "the new dialects write no priorities; store the value as a child and order by it"

        /// Rewrites a call that signs in or out, or that observes the user or the connection.
        func connect(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            switch name.text {
            case "authWithToken":
                guard let token = call.arguments.first else { return }
                rename(name, to: "\(words.authentication).signIn")
                prepend("token: ", at: start(token))
            case "onAuth": rename(name, to: "\(words.authentication).observe")
            case "unauth":
                guard !hasComment(start(name)..<end(call)) else {
                    return annotate(name, "a comment stands between its parentheses; move it")
                }
                replace(start(name)..<end(call), with: "\(words.authentication).signOut(queue: nil) { _ in }")
            default: rename(name, to: words.observation)
            }
            recordRewrite(name)
        }

        /// Returns the replacement for a reference's property; `nil` for other properties.
        func connectionProperty(_ name: String) -> String? {
            switch name {
            case "authentication": words.authentication
            case "connectionState": words.connectionState
            case "serverTime": words.serverTime
            default: nil
            }
        }
    }
#endif
