#if Migrator
    import SwiftSyntax

    extension ClosureExprSyntax {
        /// The named parameters.
        var parameterNames: [TokenSyntax] {
            switch signature?.parameterClause {
            case .simpleInput(let list): list.map(\.name)
            case .parameterClause(let clause): clause.parameters.map { $0.secondName ?? $0.firstName }
            case nil: []
            }
        }

        /// The tokens `$0`, `$1` … of this closure itself, not of nested closures.
        var ownShorthands: [TokenSyntax] {
            statements.tokens(viewMode: .sourceAccurate).filter { token in
                guard case .dollarIdentifier = token.tokenKind else { return false }
                return token.ancestor(ClosureExprSyntax.self)?.id == id
            }
        }
    }
#endif
