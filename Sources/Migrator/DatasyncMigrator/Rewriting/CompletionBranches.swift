#if Migrator
    import SwiftSyntax

    /// The statements that a completion runs on success and on failure.
    struct CompletionBranches {
        private(set) var success: [CodeBlockItemSyntax]
        let failure: [CodeBlockItemSyntax]
        /// The statements after both branches.
        private(set) var rest: [CodeBlockItemSyntax] = []
        /// The name of the error in the statements for a failure.
        let caught: String
        /// The name of the value in the statements for a success, where the value is not optional.
        private(set) var value: String?

        /// Finds the statements; `nil` unless the first one checks for an error, and only the failure uses the error.
        ///
        /// - Parameters:
        ///   - statements: The statements of the completion.
        ///   - error: The parameter with the error.
        ///   - value: The parameter with the value, which is `nil` if there is an error.
        init?(_ statements: [CodeBlockItemSyntax], error: String, value: String?) {
            guard let first = statements.first else { return nil }
            let rest = Array(statements.dropFirst())
            let question: Question
            if let node = first.item.as(GuardStmtSyntax.self) {
                guard let asked = Question(node.conditions, error, value), !asked.hasError else { return nil }
                question = asked
                (success, failure) = (rest, node.body.statements.withoutReturn)
            } else if let node = first.item.condition {
                guard let asked = Question(node.conditions, error, value) else { return nil }
                question = asked
                var (then, other) = (Array(node.body.statements), [CodeBlockItemSyntax]())
                switch node.elseBody {
                case .codeBlock(let block)?: other = Array(block.statements)
                case .ifExpr?: return nil
                case nil: break
                }
                if !rest.isEmpty, node.elseBody == nil, then.last?.item.is(ReturnStmtSyntax.self) == true {
                    // The statements after `if` run only in the other case.
                    then = node.body.statements.withoutReturn
                    other = rest
                } else {
                    self.rest = rest
                }
                (success, failure) = question.hasError ? (other, then) : (then, other)
            } else {
                return nil
            }
            caught = question.error ?? "error"
            self.value = question.value
            skipQuestion(for: value)
            guard uses(error, value, isBound: question.error != nil) else { return nil }
        }

        /// Removes a `guard` for the value from the statements for a success.
        private mutating func skipQuestion(for parameter: String?) {
            guard value == nil, let node = success.first?.item.as(GuardStmtSyntax.self),
                let asked = Question(node.conditions, nil, parameter), let name = asked.value
            else { return }
            value = name
            success.removeFirst()
        }

        /// Returns whether each branch uses only its own names; the error is bound if it is not optional in the failure.
        private func uses(_ error: String, _ parameter: String?, isBound: Bool) -> Bool {
            func mentions(_ statements: [CodeBlockItemSyntax], _ name: String?) -> Bool {
                name.map { name in statements.contains { Syntax($0).mentions(name) } } ?? false
            }
            if mentions(success + rest, error) || mentions(failure + rest, parameter) { return false }
            if mentions(rest, caught) || mentions(rest, value) { return false }
            if value != nil, value != parameter, mentions(success, parameter) { return false }
            // Without a binding, the failure cannot use the error as an optional.
            if !isBound { return !mentions(failure, error) && !mentions(failure, "error") }
            return (caught == error || !mentions(failure, error)) && (caught == "error" || mentions(failure, caught))
        }

        /// Returns whether the statements for a success redeclare any of some names.
        func declares(_ names: [String]) -> Bool {
            success.contains { item in
                item.declaresNames && names.contains { Syntax(item).declares($0) }
            }
        }

        /// A check for the error or the value.
        private struct Question {
            private(set) var hasError = false
            private(set) var error: String?
            private(set) var value: String?

            init?(_ conditions: ConditionElementListSyntax, _ error: String?, _ value: String?) {
                for element in conditions {
                    guard let hasError = ask(element.condition, error, value) else { return nil }
                    guard conditions.count == 1 || !hasError else { return nil }
                    self.hasError = hasError
                }
            }

            /// Returns whether a condition holds on failure; `nil` if it checks something else.
            private mutating func ask(
                _ condition: ConditionElementSyntax.Condition, _ error: String?, _ value: String?
            ) -> Bool? {
                if case .optionalBinding(let binding) = condition {
                    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                        return nil
                    }
                    switch binding.initializer?.value.trimmedDescription ?? name {
                    case error: self.error = name
                    case value: self.value = name
                    default: return nil
                    }
                    return self.error != nil
                }
                guard case .expression(let expression) = condition,
                    let elements = expression.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription),
                    elements.count == 3, elements[2] == "nil", ["==", "!="].contains(elements[1])
                else { return nil }
                switch elements[0] {
                case error: return elements[1] == "!="
                case value: return elements[1] == "=="
                default: return nil
                }
            }
        }
    }

    extension CodeBlockItemSyntax.Item {
        fileprivate var condition: IfExprSyntax? {
            self.as(IfExprSyntax.self) ?? self.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        }
    }

    extension CodeBlockItemListSyntax {
        /// The statements without a plain `return` at the end.
        fileprivate var withoutReturn: [CodeBlockItemSyntax] {
            last?.isReturn == true ? Array(dropLast()) : Array(self)
        }
    }

    extension CodeBlockItemSyntax {
        /// Whether the statement is a plain `return`.
        fileprivate var isReturn: Bool {
            item.as(ReturnStmtSyntax.self).map { $0.expression == nil } ?? false
        }

        /// Whether the statement declares names for the statements after it.
        var declaresNames: Bool {
            if let node = item.as(GuardStmtSyntax.self) {
                return node.conditions.contains {
                    if case .expression = $0.condition { false } else { true }
                }
            }
            return !item.is(ExprSyntax.self) && !item.is(StmtSyntax.self)
        }
    }

    extension Syntax {
        /// Returns whether the node contains a declaration of a name.
        fileprivate func declares(_ name: String) -> Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                token.text.trimmingBackticks == name && token.parent?.is(IdentifierPatternSyntax.self) == true
            }
        }
    }
#endif
