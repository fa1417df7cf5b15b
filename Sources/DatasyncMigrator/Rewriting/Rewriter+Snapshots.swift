#if Migrator
    import SwiftSyntax

    /// In the async dialect what an event brings and what is read are of two types with one protocol.
    extension Rewriter {
        /// A variable that may hold either says so.
        func widen(_ node: PatternBindingSyntax) {
            guard target == .async, node.typeAnnotation == nil, let value = node.initializer?.value,
                node.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.var)
            else { return }
            switch kind(of: value) {
            case .snapshot: insert(": any DatasyncSnapshot", at: end(node.pattern))
            case .optional(.snapshot): insert(": (any DatasyncSnapshot)?", at: end(node.pattern))
            case .array(.snapshot): insert(": [any DatasyncSnapshot]", at: end(node.pattern))
            default: break
            }
        }

        /// A conditional expression that may give either says so.
        func widen(_ node: UnresolvedTernaryExprSyntax) {
            guard target == .async else { return }
            switch kind(of: node.thenExpression) {
            case .snapshot: insert(" as any DatasyncSnapshot", at: end(node.thenExpression))
            case .optional(.snapshot): insert(" as (any DatasyncSnapshot)?", at: end(node.thenExpression))
            default: break
            }
        }
    }
#endif
