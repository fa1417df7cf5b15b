#if Migrator
    import SwiftSyntax

    extension Inference {
        func kind(of sequence: SequenceExprSyntax) -> ValueKind {
            if let texts = texts(of: ExprSyntax(sequence)) { return texts.kind }
            return kind(ofOperands: Array(sequence.elements)[...])
        }

        /// Returns the kind of alternating operands and operators, in the order of precedence.
        private func kind(ofOperands elements: ArraySlice<ExprSyntax>) -> ValueKind {
            guard let first = elements.first, elements.count > 1 else {
                return elements.first.map { kind(of: $0) } ?? .unknown
            }
            let operators = stride(from: elements.startIndex + 1, to: elements.endIndex, by: 2)
            if operators.contains(where: { elements[$0].is(AssignmentExprSyntax.self) }) { return .other }
            if let index = operators.first(where: { elements[$0].is(UnresolvedTernaryExprSyntax.self) }) {
                return kind(of: elements[index], otherwise: elements[(index + 1)...])
            }
            let texts = operators.map { elements[$0].trimmedDescription }
            if texts.contains(where: { Self.conditions.contains($0) && !isDeclared(operator: $0) }) { return .other }
            if let index = operators.first(where: { elements[$0].trimmedDescription == "??" }) {
                let left = kind(ofOperands: elements[..<index]).general.unwrapped
                return left.isOpen ? kind(ofOperands: elements[(index + 1)...]).general : left
            }
            if let cast = elements.last?.as(TypeExprSyntax.self) {
                let index = elements.endIndex - 2
                if elements[index].is(UnresolvedIsExprSyntax.self) { return .other }
                let kind = declarations.kind(of: cast.type)
                let mark = elements[index].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark
                return mark?.text == "?" ? kind.wrapped : kind
            }
            for text in texts {
                if let own = declared(operator: text, kind(of: first)) { return own }
            }
            return plain(texts, stride(from: elements.startIndex, to: elements.endIndex, by: 2).map { elements[$0] })
        }

        /// Returns the kind of a conditional expression, from either branch.
        private func kind(of ternary: ExprSyntax, otherwise: ArraySlice<ExprSyntax>) -> ValueKind {
            guard let then = ternary.as(UnresolvedTernaryExprSyntax.self)?.thenExpression else { return .unknown }
            if then.is(NilLiteralExprSyntax.self) { return kind(ofOperands: otherwise).general.wrapped }
            let kind = kind(of: then).general
            if otherwise.count == 1, otherwise.first?.is(NilLiteralExprSyntax.self) == true { return kind.wrapped }
            guard kind.isOpen || kind == .other else { return kind }
            let other = self.kind(ofOperands: otherwise).general
            return kind == .other && other.isOpen ? .unknown : kind.isOpen ? other : kind
        }

        private static let conditions: Set = [
            "==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!==", "~=", "is", "...", "..<",
        ]

        private static let arithmetic: Set = [
            "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&+", "&-", "&*", "+=", "-=", "*=", "/=", "%=", "|=",
            "&=", "^=",
        ]

        private func isDeclared(operator name: String) -> Bool { !declarations.functions(named: name).isEmpty }

        /// Returns the result of a declared operator; an operator for another left operand does not count.
        private func declared(operator name: String, _ left: ValueKind) -> ValueKind? {
            let own = declarations.functions(named: name)
            let match = own.first { signature in
                signature.parameters.first.map { $0.unwrapped == left.unwrapped } == true
            }
            if let match { return match.result }
            let isOpen = own.contains { $0.parameters.first?.isOpen == true } || left.isOpen
            return isOpen ? own.first?.result : nil
        }

        /// Returns the kind of a standard operator's result.
        private func plain(_ operators: [String], _ operands: [ExprSyntax]) -> ValueKind {
            guard operators.allSatisfy(Self.arithmetic.contains) else { return .unknown }
            let kinds = operands.map { kind(of: $0).general }
            if case .array = kinds[0] { return kinds[0] }
            if let list = kinds.first(where: { if case .array = $0 { true } else { false } }) { return list }
            if kinds.contains(.other) { return .other }
            // Only operators declared by other modules have legacy results.
            return declarations.seesForeignModules || kinds.contains(where: { $0 == .unknown }) && operators == ["+"]
                ? .unknown : .other
        }
    }
#endif
