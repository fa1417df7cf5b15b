#if Migrator
    import SwiftSyntax

    /// Rewriting of enumerators of children, which are arrays in the new dialects.
    extension ObserveRewriter {
        /// Makes the enumerator of a call of `nextObject` an iterator.
        ///
        /// - Parameters:
        ///   - base: The receiver of the call.
        ///   - token: The name of the method.
        /// - Returns: `false` unless a variable of the same function holds the enumerator, and is used for nothing else.
        func iterate(_ base: ExprSyntax, _ token: TokenSyntax) -> Bool {
            guard let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text,
                let (statements, variable) = variable(name, before: Syntax(base)),
                let value = variable.bindings.first?.initializer?.value,
                value.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "children"
            else { return false }
            let uses = statements.tokens(viewMode: .sourceAccurate).filter { $0.tokenKind == .identifier(name) }
            let isIterated = uses.dropFirst().allSatisfy { use in
                let member = use.parent?.parent?.as(MemberAccessExprSyntax.self)
                return member?.base?.id == use.parent?.id && member?.declName.baseName.text == "nextObject"
            }
            guard isIterated else { return false }
            if !converted.contains(value.id), variable.bindingSpecifier.tokenKind == .keyword(.let) {
                replace(start(variable.bindingSpecifier)..<end(variable.bindingSpecifier), with: "var")
            }
            convertOnce(value, ".makeIterator()")
            recordRewrite(token)
            rename(token, to: "next")
            return true
        }

        /// Returns the declaration of a variable in the statements around a node, up to the function or closure, with the
        /// statements.
        private func variable(
            _ name: String, before node: Syntax
        ) -> (CodeBlockItemListSyntax, VariableDeclSyntax)? {
            var current = node
            while let parent = current.parent {
                if let statements = current.as(CodeBlockItemListSyntax.self) {
                    let variables = statements.compactMap { $0.item.as(VariableDeclSyntax.self) }
                    let found = variables.first { variable in
                        variable.bindings.count == 1
                            && variable.bindings.first?.pattern.trimmedDescription == name
                    }
                    if let found { return (statements, found) }
                }
                if current.is(ClosureExprSyntax.self) || current.is(FunctionDeclSyntax.self) { return nil }
                current = parent
            }
            return nil
        }
    }
#endif
