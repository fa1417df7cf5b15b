#if Migrator
    import SwiftSyntax

    extension Rewriter {
        /// Returns whether the result of a call may be used.
        func isUsed(_ call: FunctionCallExprSyntax) -> Bool {
            guard let item = call.parent?.as(CodeBlockItemSyntax.self) else { return true }
            return mayBeValue(item)
        }

        /// Returns whether a call without a result is used as an expression of type `Void`.
        func isVoidWanted(_ call: FunctionCallExprSyntax) -> Bool {
            guard let item = call.parent?.as(CodeBlockItemSyntax.self) else {
                // The member called on the result is the completion.
                return call.parent?.is(MemberAccessExprSyntax.self) != true
            }
            guard isAlone(item), let closure = item.parent?.parent?.as(ClosureExprSyntax.self) else { return false }
            // The only expression of a closure stored without annotation determines the closure's type.
            return closure.parent?.is(InitializerClauseSyntax.self) == true && isUntyped(closure)
        }

        private func isUntyped(_ closure: ClosureExprSyntax) -> Bool {
            closure.ancestor(PatternBindingSyntax.self)?.typeAnnotation == nil && closure.signature?.returnClause == nil
        }

        private func isAlone(_ item: CodeBlockItemSyntax) -> Bool {
            item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
        }

        /// Returns whether a statement may be the value of its block: as the only statement, or in a result builder.
        private func mayBeValue(_ item: CodeBlockItemSyntax) -> Bool {
            guard let body = item.parent?.parent else { return false }
            if let closure = body.as(ClosureExprSyntax.self) {
                return !isKnownVoid(closure) && !(style == .idiomatic && closure.isOfTask)
            }
            if let accessors = body.as(AccessorBlockSyntax.self) {
                return isAlone(item) || hasBuilder(accessors.ancestor(VariableDeclSyntax.self)?.attributes)
            }
            if let choice = body.as(SwitchCaseSyntax.self) {
                return isAlone(item)
                    && (choice.ancestor(SwitchExprSyntax.self).map { mayBeValue(of: ExprSyntax($0)) } ?? true)
            }
            guard let block = body.as(CodeBlockSyntax.self), let owner = block.parent else { return false }
            if let function = owner.as(FunctionDeclSyntax.self) {
                return isAlone(item) && function.signature.returnClause != nil || hasBuilder(function.attributes)
            }
            if let accessor = owner.as(AccessorDeclSyntax.self) {
                return isAlone(item) && accessor.accessorSpecifier.tokenKind == .keyword(.get)
            }
            if let condition = owner.as(IfExprSyntax.self) {
                return isAlone(item) && mayBeValue(of: ExprSyntax(condition))
            }
            return false
        }

        /// Returns whether an `if` or a `switch` is used as an expression.
        private func mayBeValue(of expression: ExprSyntax) -> Bool {
            if let outer = expression.parent?.as(IfExprSyntax.self) { return mayBeValue(of: ExprSyntax(outer)) }
            guard let item = expression.parent?.parent?.as(CodeBlockItemSyntax.self),
                expression.parent?.is(ExpressionStmtSyntax.self) == true
            else { return true }
            return mayBeValue(item)
        }

        /// Returns whether an attribute may be a result builder.
        private func hasBuilder(_ attributes: AttributeListSyntax?) -> Bool {
            attributes?.contains {
                $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Builder") == true
            }
                == true
        }

        /// Returns whether a closure is passed to a call that ignores its result.
        private func isKnownVoid(_ closure: ClosureExprSyntax) -> Bool {
            let call =
                closure.parent?.as(FunctionCallExprSyntax.self)
                ?? closure.parent?.as(LabeledExprSyntax.self)?.ancestor(FunctionCallExprSyntax.self)
                ?? closure.parent?.as(MultipleTrailingClosureElementSyntax.self)?.ancestor(FunctionCallExprSyntax.self)
            let name = call?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            if style == .idiomatic, let call, call.isContinuation { return true }
            return name.map(Self.voidCallers.contains) ?? false
        }

        private static let voidCallers: Set = [
            "on", "once", "set", "update", "remove", "push", "increment", "setPaths", "get", "forEach", "async",
            "asyncAfter",
        ]
    }
#endif
