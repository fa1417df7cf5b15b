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
            guard replaceByNode(call, name) else { return false }
            writesOnDisconnect.formUnion(uses)
            return true
        }

        /// Replaces an object for on-disconnect writes that the program stores or passes with its node.
        ///
        /// - Returns: `false` if a write on such an object may be left; it would then run at once.
        func passNode(ofOnDisconnect call: FunctionCallExprSyntax, _ name: TokenSyntax) -> Bool {
            storesOnDisconnect = true
            // A local variable with other uses, or a discarded object, is left as it is.
            let isLocal = call.parent?.parent?.as(PatternBindingSyntax.self)?.isLocal == true
            if isLocal || call.parent?.is(CodeBlockItemSyntax.self) == true { return false }
            return !keepsOnDisconnect && replaceByNode(call, name)
        }

        private func replaceByNode(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) -> Bool {
            let member = call.calledExpression.as(MemberAccessExprSyntax.self)
            let range = member?.base.map { end($0)..<end(call) } ?? start(call)..<end(call)
            if hasComment(range) { return false }
            recordRewrite(name)
            replace(range, with: member?.base == nil ? "self" : "")
            return true
        }

        /// Whether a write may belong to a stored object for on-disconnect writes, and is left.
        var leavesWritesOnDisconnect: Bool {
            storesOnDisconnect && !keepsOnDisconnect
                && sites.contains {
                    $0.outcome != .rewritten && Self.operations.union(["onDisconnect"]).contains($0.name)
                }
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
