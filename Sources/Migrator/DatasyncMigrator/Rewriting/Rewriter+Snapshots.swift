#if Migrator
    import SwiftSyntax

    /// Rewriting of variables and expressions that may hold both events and read values.
    ///
    /// In the async dialect, these are two types with a common protocol.
    extension Rewriter {
        /// Annotates a variable that may hold either type.
        func widen(_ node: PatternBindingSyntax) {
            guard target == .async, node.typeAnnotation == nil, let value = node.initializer?.value,
                node.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.var)
            else { return }
            switch kind(of: value) {
            case .snapshot: insert(": \(snapshotTypeAlone)", at: end(node.pattern))
            case .optional(.snapshot): insert(": \(snapshotType)?", at: end(node.pattern))
            case .array(.snapshot): insert(": [\(snapshotTypeAlone)]", at: end(node.pattern))
            default: break
            }
        }

        /// Adds a cast to a conditional expression that may have either type.
        func widen(_ node: UnresolvedTernaryExprSyntax) {
            guard target == .async else { return }
            switch kind(of: node.thenExpression) {
            case .snapshot: insert(" as \(snapshotTypeAlone)", at: end(node.thenExpression))
            case .optional(.snapshot): insert(" as \(snapshotType)?", at: end(node.thenExpression))
            default: break
            }
        }
    }
#endif
