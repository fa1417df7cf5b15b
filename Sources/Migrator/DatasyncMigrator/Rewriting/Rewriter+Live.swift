#if Migrator
    import SwiftSyntax

    extension Rewriter {
        /// Rewrites the creation of a live object or an item subscription; its string events stay.
        func observeByName(_ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String) {
            let type = name.prefix(1).uppercased() + name.dropFirst()
            if declarations.types.contains(type) {
                return giveUp(at: token, "a type is called \(type), as that of the support module: rename it first")
            }
            recordRewrite(token)
            rename(token, to: "named\(type)")
        }
    }
#endif
