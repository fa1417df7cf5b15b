#if Migrator
    import SwiftSyntax

    extension ExprSyntax {
        /// Whether it gives the same each time: a name, a literal, a global queue.
        var isRepeatable: Bool {
            if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isRepeatable ?? true }
            if let call = self.as(FunctionCallExprSyntax.self) {
                return call.calledExpression.trimmedDescription.hasSuffix(".global")
            }
            return self.is(DeclReferenceExprSyntax.self) || isLiteral || self.is(NilLiteralExprSyntax.self)
        }

        /// Whether a closure is part of it.
        var hasClosure: Bool {
            tokens(viewMode: .sourceAccurate).contains {
                $0.ancestor(ClosureExprSyntax.self).map { $0.position >= position } == true
            }
        }

        var isNumber: Bool {
            if let prefix = self.as(PrefixOperatorExprSyntax.self) { return prefix.expression.isNumber }
            return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
        }

        /// Whether it is of the type of a dictionary with any values: it says so, or it is a literal of literals.
        var isDictionary: Bool {
            if let sequence = self.as(SequenceExprSyntax.self) {
                return sequence.elements.last?.trimmedDescription == "[String: Any]"
                    && sequence.elements.dropFirst().first?.trimmedDescription == "as"
            }
            let members = self.as(DictionaryExprSyntax.self)?.content.as(DictionaryElementListSyntax.self)
            return members?.allSatisfy { $0.value.isLiteral } == true
        }

        private var isLiteral: Bool {
            isNumber || self.is(StringLiteralExprSyntax.self) || self.is(BooleanLiteralExprSyntax.self)
        }
    }
#endif
