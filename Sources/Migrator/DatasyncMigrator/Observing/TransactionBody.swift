#if Migrator
    import SwiftSyntax

    /// The function of a transaction that uses its data only as `data.value` and in its results.
    struct TransactionBody {
        let closure: ClosureExprSyntax
        /// The name of the data.
        let name: String
        let clause: ClosureSignatureSyntax.ParameterClause
        let inKeyword: TokenSyntax
        /// The expressions `data.value`.
        private(set) var values: [MemberAccessExprSyntax] = []
        /// The calls `success(withValue: data)`.
        private(set) var results: [FunctionCallExprSyntax] = []
        /// The calls `abort()`.
        private(set) var aborts: [FunctionCallExprSyntax] = []
        /// Whether the value is assigned.
        private(set) var isAssigned = false

        /// The only statement of the function, if its value is the result.
        var onlyValue: CodeBlockItemSyntax? {
            guard closure.statements.count == 1, let only = closure.statements.first,
                !only.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.return) })
            else { return nil }
            return only
        }

        /// Parses a function; `nil` if it has another form.
        init?(_ closure: ClosureExprSyntax) {
            guard let signature = closure.signature, let clause = signature.parameterClause,
                closure.parameterNames.count == 1, let name = closure.parameterNames.first?.text, name != "_"
            else { return nil }
            (self.closure, self.name, self.clause, inKeyword) = (closure, name, clause, signature.inKeyword)
            for token in closure.statements.tokens(viewMode: .sourceAccurate) {
                if token.text == "abort", let call = token.result { aborts.append(call) }
                guard token.text == name, let reference = token.parent?.as(DeclReferenceExprSyntax.self),
                    reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id
                else { continue }
                guard take(reference) else { return nil }
            }
        }

        /// Records a use of the data.
        ///
        /// - Returns: Whether the use has a counterpart.
        private mutating func take(_ reference: DeclReferenceExprSyntax) -> Bool {
            if let member = reference.parent?.as(MemberAccessExprSyntax.self) {
                guard member.declName.baseName.text == "value" else { return false }
                values.append(member)
                let elements = member.parent?.parent?.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
                if elements.first?.id == ExprSyntax(member).id,
                    elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
                {
                    isAssigned = true
                }
                return true
            }
            guard let argument = reference.parent?.as(LabeledExprSyntax.self), argument.label?.text == "withValue",
                let call = argument.ancestor(FunctionCallExprSyntax.self), call.name?.text == "success"
            else { return false }
            results.append(call)
            return true
        }
    }

    extension TokenSyntax {
        /// The call of `abort` that the token names, on `TransactionResult` or without a base.
        fileprivate var result: FunctionCallExprSyntax? {
            guard let member = parent?.parent?.as(MemberAccessExprSyntax.self),
                [nil, "TransactionResult"].contains(member.base?.trimmedDescription)
            else { return nil }
            return member.parent?.as(FunctionCallExprSyntax.self)
        }
    }
#endif
