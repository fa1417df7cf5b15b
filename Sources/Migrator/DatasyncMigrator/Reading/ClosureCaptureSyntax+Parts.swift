#if Migrator
    import SwiftSyntax

    /// The parts of an item of a capture list, in all versions of swift-syntax that the manifest allows.
    extension ClosureCaptureSyntax {
        /// The name that the closure uses; `nil` in code that does not compile.
        var boundName: TokenSyntax? {
            #if canImport(SwiftSyntax601)
                name
            #else
                name ?? expression.as(DeclReferenceExprSyntax.self)?.baseName
            #endif
        }

        /// The value of `[name = value]`; `nil` for `[name]`.
        var boundValue: ExprSyntax? {
            #if canImport(SwiftSyntax601)
                initializer?.value
            #else
                name == nil ? nil : expression
            #endif
        }
    }
#endif
