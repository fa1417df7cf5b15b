#if Migrator
    import SwiftSyntax

    extension Rewriter {
        private static let operations: Set = ["set", "update", "remove", "cancel"]

        /// Replaces an object for on-disconnect writes in a local constant with its node.
        ///
        /// - Returns: `false` if the constant is also used for anything besides registering writes.
        func storeNode(ofOnDisconnect call: FunctionCallExprSyntax, _ name: TokenSyntax) -> Bool {
            guard let binding = call.parent?.parent?.as(PatternBindingSyntax.self), binding.typeAnnotation == nil,
                let constant = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                let declaration = binding.parent?.parent?.as(VariableDeclSyntax.self),
                declaration.bindingSpecifier.tokenKind == .keyword(.let),
                let scope = declaration.parent?.parent?.as(CodeBlockItemListSyntax.self),
                scope.parent?.is(SourceFileSyntax.self) == false, let uses = writes(on: constant, in: scope)
            else { return false }
            let member = call.calledExpression.as(MemberAccessExprSyntax.self)
            let range = member?.base.map { end($0)..<end(call) } ?? start(call)..<end(call)
            if hasComment(range) { return false }
            recordRewrite(name)
            replace(range, with: member?.base == nil ? "self" : "")
            writesOnDisconnect.formUnion(uses)
            return true
        }

        /// Returns the calls that register writes on a constant; `nil` if the constant has any other use.
        private func writes(on constant: TokenSyntax, in scope: CodeBlockItemListSyntax) -> [SyntaxIdentifier]? {
            var calls: [SyntaxIdentifier] = []
            for token in scope.tokens(viewMode: .sourceAccurate)
            where token.text == constant.text && token.id != constant.id {
                guard let use = token.parent?.as(DeclReferenceExprSyntax.self) else {
                    if token.parent?.is(LabeledExprSyntax.self) == true { continue }
                    return nil
                }
                let member = use.parent?.as(MemberAccessExprSyntax.self)
                if let member, member.declName.id == use.id { continue }
                guard let member, Self.operations.contains(member.declName.baseName.text),
                    let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id
                else { return nil }
                calls.append(call.id)
            }
            return calls
        }
    }
#endif
