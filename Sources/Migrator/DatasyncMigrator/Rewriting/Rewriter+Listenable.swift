#if Migrator
    import SwiftSyntax

    extension Rewriter {
        /// Inserts `query` before a call on a value that may be a node or a query.
        ///
        /// - Parameters:
        ///   - base: The value; `nil` for `self`.
        ///   - name: The name of the called method.
        func nameQuery(of base: ExprSyntax?, before name: TokenSyntax) {
            guard isListenable(kind(ofBase: base)) else { return }
            if let base {
                insert(".query", at: end(base))
            } else {
                insert("query.", at: start(name))
            }
        }

        /// Returns whether a value may be a node or a query.
        func isListenable(_ kind: ValueKind) -> Bool {
            if case .nominal(let type, _) = kind { return declarations.inherits(type, from: "Listenable") }
            return kind == .listenable
        }
    }
#endif
