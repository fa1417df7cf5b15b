#if Migrator
    import SwiftSyntax

    extension ExprSyntax {
        /// Whether repeated evaluation gives the same value: a name, a literal or a global queue.
        var isRepeatable: Bool {
            if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isRepeatable ?? true }
            if let call = self.as(FunctionCallExprSyntax.self) {
                return call.calledExpression.trimmedDescription.hasSuffix(".global")
            }
            return self.is(DeclReferenceExprSyntax.self) || isLiteral || self.is(NilLiteralExprSyntax.self)
        }

        /// Whether the expression contains a closure.
        var hasClosure: Bool {
            tokens(viewMode: .sourceAccurate).contains {
                $0.ancestor(ClosureExprSyntax.self).map { $0.position >= position } == true
            }
        }

        var isNumber: Bool {
            if let prefix = self.as(PrefixOperatorExprSyntax.self) { return prefix.expression.isNumber }
            return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
        }

        /// Whether the type is `[String: Any]`: through a cast, or as a dictionary literal with literal values.
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
