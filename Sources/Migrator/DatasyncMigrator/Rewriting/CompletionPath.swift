#if Migrator
    import SwiftSyntax

    /// The statements of a completion that run on success or on failure.
    struct CompletionPath {
        /// How a completion resumes a continuation.
        enum Resumption {
            case returning(ExprSyntax?)
            case throwing(ExprSyntax)
        }

        private enum Step {
            case resumed(Resumption)
            case falls
            case unknown
        }

        let isFailure: Bool
        /// The name of the continuation.
        let continuation: String
        /// The parameter with the error, which is optional.
        let error: String?
        /// The parameter with the value, which is optional.
        let value: String?
        /// The name of the error where it is not optional.
        private(set) var boundError: String?
        /// The name of the value where it is not optional.
        private(set) var boundValue: String?

        init(
            isFailure: Bool, continuation: String, error: String?, value: String?, boundError: String? = nil,
            boundValue: String? = nil
        ) {
            self.isFailure = isFailure
            self.continuation = continuation
            self.error = error
            self.value = value
            self.boundError = boundError
            self.boundValue = boundValue
        }

        /// Returns the only effect of the statements; `nil` if they do anything else.
        mutating func resumption(of statements: CodeBlockItemListSyntax) -> Resumption? {
            if case .resumed(let resumption) = walk(statements) { resumption } else { nil }
        }

        private mutating func walk(_ statements: CodeBlockItemListSyntax) -> Step {
            for item in statements {
                let step = walk(item.item)
                if case .falls = step { continue }
                return step
            }
            return .falls
        }

        private mutating func walk(_ item: CodeBlockItemSyntax.Item) -> Step {
            switch item {
            case .expr(let expression): return walk(expression)
            case .stmt(let statement):
                if let expression = statement.as(ExpressionStmtSyntax.self)?.expression { return walk(expression) }
                if let result = statement.as(ReturnStmtSyntax.self)?.expression {
                    return resumption(result).map(Step.resumed) ?? .unknown
                }
                guard let node = statement.as(GuardStmtSyntax.self) else { return .unknown }
                switch holds(node.conditions) {
                case true?: return .falls
                case false?: return walk(node.body.statements)
                case nil: return .unknown
                }
            default: return .unknown
            }
        }

        private mutating func walk(_ expression: ExprSyntax) -> Step {
            guard let condition = expression.as(IfExprSyntax.self) else {
                return resumption(expression).map(Step.resumed) ?? .unknown
            }
            switch holds(condition.conditions) {
            case true?: return walk(condition.body.statements)
            case false?:
                switch condition.elseBody {
                case .codeBlock(let block)?: return walk(block.statements)
                case .ifExpr(let next)?: return walk(ExprSyntax(next))
                case nil: return .falls
                }
            case nil: return .unknown
            }
        }

        private func resumption(_ expression: ExprSyntax) -> Resumption? {
            guard let call = expression.as(FunctionCallExprSyntax.self), call.name?.text == "resume",
                call.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == continuation,
                call.trailingClosure == nil, call.arguments.count <= 1
            else { return nil }
            guard let argument = call.arguments.first else { return .returning(nil) }
            switch argument.label?.text {
            case "returning": return .returning(argument.expression.isUnit ? nil : argument.expression)
            case "throwing": return .throwing(argument.expression)
            default: return nil
            }
        }

        /// Returns whether conditions hold on this path, and binds the names in them; `nil` if that cannot be decided.
        private mutating func holds(_ conditions: ConditionElementListSyntax) -> Bool? {
            for element in conditions {
                switch element.condition {
                case .optionalBinding(let binding):
                    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                        return nil
                    }
                    let source = binding.initializer?.value.trimmedDescription ?? name
                    if source == error {
                        if !isFailure { return false }
                        boundError = name
                    } else if source == value {
                        if isFailure { return false }
                        boundValue = name
                    } else {
                        return nil
                    }
                case .expression(let expression):
                    guard let isNil = isNil(expression) else { return nil }
                    if !isNil { return false }
                default: return nil
                }
            }
            return true
        }

        /// Returns the result of comparing the error or the value with `nil`; `nil` for other expressions.
        func isNil(_ expression: ExprSyntax) -> Bool? {
            guard let elements = expression.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription),
                elements.count == 3, elements[2] == "nil", ["==", "!="].contains(elements[1])
            else { return nil }
            let isEqual: Bool
            switch elements[0] {
            case error: isEqual = !isFailure
            case value: isEqual = isFailure
            default: return nil
            }
            return isEqual == (elements[1] == "==")
        }
    }

    extension ExprSyntax {
        /// Whether the expression is `()`.
        var isUnit: Bool { self.as(TupleExprSyntax.self)?.elements.isEmpty == true }

        /// Returns whether the expression contains a name.
        func mentions(_ name: String?) -> Bool {
            guard let name else { return false }
            return tokens(viewMode: .sourceAccurate).contains { $0.text.trimmingBackticks == name }
        }
    }
#endif
