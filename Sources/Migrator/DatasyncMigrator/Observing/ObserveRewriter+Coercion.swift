#if Migrator
    import SwiftSyntax

    /// Conversions where a value flows to a place of another type.
    ///
    /// In the observe dialect a reference is a query and a handle is a number; in the new dialects they are neither.
    extension ObserveRewriter {
        /// Converts a value to the kind that its place expects.
        func convert(_ value: ExprSyntax, to expected: ValueKind) {
            let expected = expected.unwrapped
            guard expected.holdsConverted else { return }
            if let inner = value.wrappedValue { return convert(inner, to: expected) }
            if let sequence = value.as(SequenceExprSyntax.self) {
                return convert(Array(sequence.elements), to: expected)
            }
            if let branches = value.branches {
                for branch in branches { convert(branch, to: expected) }
                return
            }
            switch expected {
            case .query:
                name(queryOf: value)
            case .listener:
                if value.isZero { number(value) }
            case .array(let element):
                if let list = value.as(ArrayExprSyntax.self) {
                    for part in list.elements { convert(part.expression, to: element) }
                } else if element == .query, kind(of: value).unwrapped == .array(.reference) {
                    convertOnce(value, ".map(\\.query)")
                }
            case .dictionary(let element, _):
                if let list = value.as(DictionaryExprSyntax.self)?.content.as(DictionaryElementListSyntax.self) {
                    for part in list { convert(part.value, to: element) }
                } else if element == .query, case .dictionary(.reference, _) = kind(of: value).unwrapped {
                    convertOnce(value, ".mapValues(\\.query)")
                }
            case .tuple(let parts, _):
                guard let tuple = value.as(TupleExprSyntax.self) else { return }
                for (part, kind) in zip(tuple.elements, parts) { convert(part.expression, to: kind) }
            case .function(_, let result):
                if let only = value.bareClosure?.statements.onlyExpression { convert(only, to: result) }
            default: break
            }
        }

        /// Converts the operands of `?:` and `??`.
        private func convert(_ elements: [ExprSyntax], to expected: ValueKind) {
            guard !elements.contains(where: { $0.is(UnresolvedAsExprSyntax.self) }) else { return }
            for side in sides(of: elements).joined() { convert(side, to: expected) }
        }

        /// Returns the alternative values of each `?:` and `??`.
        private func sides(of elements: [ExprSyntax]) -> [[ExprSyntax]] {
            elements.enumerated().compactMap { index, element in
                guard elements.indices.contains(index + 1) else { return nil }
                if let ternary = element.as(UnresolvedTernaryExprSyntax.self) {
                    return [ternary.thenExpression, elements[index + 1]]
                }
                return element.trimmedDescription == "??" ? [elements[index - 1], elements[index + 1]] : nil
            }
        }

        /// Names the query of a reference.
        private func name(queryOf value: ExprSyntax) {
            switch kind(of: value) {
            case .reference: convertOnce(value, ".query")
            case .optional(.reference):
                // The chain of `a?.b` goes on; another optional value begins one.
                convertOnce(value, value.hasChain ? ".query" : "?.query")
            default: break
            }
        }

        func convertOnce(_ value: ExprSyntax, _ text: String) {
            guard converted.insert(value.id).inserted else { return }
            insert(text, at: end(value))
        }

        /// Replaces the number that stands for no handle.
        private func number(_ value: ExprSyntax) {
            guard converted.insert(value.id).inserted else { return }
            replace(value, with: ".ended")
        }

        // MARK: Places

        /// Converts the arguments of a call to the kinds of the function's parameters.
        func convertArguments(of call: FunctionCallExprSyntax) {
            guard let (signature, given) = signature(of: call) else { return convertElements(of: call) }
            for (index, argument) in call.arguments.enumerated() {
                var position = index
                if let label = argument.label?.text, let found = signature.labels.firstIndex(of: label) {
                    position = found
                } else if signature.isVariadic {
                    position = min(index, signature.parameters.count - 1)
                }
                guard signature.parameters.indices.contains(position) else { continue }
                convert(argument.expression, to: signature.parameters[position].substituting(given))
            }
        }

        /// Returns the signature of a called function, initialiser, case or closure, and its generic arguments.
        private func signature(of call: FunctionCallExprSyntax) -> (Signature, [String: ValueKind])? {
            guard let name = call.name?.text.trimmingBackticks else { return nil }
            func unlabelled(_ kinds: [ValueKind]) -> Signature {
                Signature(labels: kinds.map { _ in nil }, parameters: kinds, result: .unknown)
            }
            guard let base = call.base else {
                if let kinds = lookup(name).parameters { return (unlabelled(kinds), [:]) }
                let type = call.calledExpression.as(DeclReferenceExprSyntax.self).map(ExprSyntax.init).flatMap(typeName)
                if let type { return memberwise(type, call).map { ($0, [:]) } }
                for type in enclosing.reversed() + [""] {
                    if let found = self.signature(name, of: type, call) { return (found, [:]) }
                }
                return nil
            }
            if let type = typeName(base) {
                if name == "init" { return memberwise(type, call).map { ($0, [:]) } }
                if let kinds = declarations.payload(name, of: type) { return (unlabelled(kinds), [:]) }
                return self.signature(name, of: type, call).map { ($0, [:]) }
            }
            switch kind(of: base).unwrapped {
            case .nominal(let type, let arguments):
                if let kinds = declarations.property(name, of: type)?.parameters { return (unlabelled(kinds), [:]) }
                return self.signature(name, of: type, call).map { ($0, declarations.arguments(of: type, arguments)) }
            case let kind:
                guard let type = declarations.dialect.typeName(of: kind) else { return nil }
                return self.signature(name, of: type, call).map { ($0, [:]) }
            }
        }

        /// Returns the declared initialiser of a type, or its memberwise one.
        private func memberwise(_ type: String, _ call: FunctionCallExprSyntax) -> Signature? {
            guard declarations.types.contains(type) else { return nil }
            if let declared = signature("init", of: type, call) { return declared }
            let labels = call.arguments.map { $0.label?.text }
            let kinds = labels.map { $0.flatMap { declarations.property($0, of: type) } ?? .unknown }
            return Signature(labels: labels, parameters: kinds, result: .unknown)
        }

        /// Converts the elements that a call adds to an array or a dictionary.
        private func convertElements(of call: FunctionCallExprSyntax) {
            guard let base = call.base, let name = call.name?.text,
                ["append", "insert", "updateValue", "contains", "firstIndex"].contains(name),
                let value = call.arguments.first?.expression
            else { return }
            switch kind(of: base).unwrapped {
            case .array(let element): convert(value, to: element)
            case .dictionary(let element, _): convert(value, to: element)
            default: break
            }
        }

        /// Converts assigned values, and the operands of comparisons with handles.
        func convertOperands(of sequence: SequenceExprSyntax) {
            let elements = Array(sequence.elements)
            if elements.count > 2, elements[1].is(AssignmentExprSyntax.self) {
                let expected = kind(of: elements[0])
                guard elements.count > 3 else { return convert(elements[2], to: expected) }
                return convert(Array(elements[2...]), to: expected)
            }
            for index in elements.indices.dropFirst().dropLast() where index % 2 == 1 {
                compare(elements[index - 1], elements[index], elements[index + 1])
                compare(elements[index + 1], elements[index], elements[index - 1])
                castToQuery(elements[index - 1], elements[index], elements[index + 1])
            }
            join(elements)
        }

        private func compare(_ handle: ExprSyntax, _ comparison: ExprSyntax, _ number: ExprSyntax) {
            let text = comparison.trimmedDescription
            guard number.isZero, ["==", "!=", ">", "<", "??"].contains(text), kind(of: handle).unwrapped == .listener
            else { return }
            convert(number, to: .listener)
            if text == ">" || text == "<" { replace(comparison, with: "!=") }
        }

        /// Replaces a cast of a reference to a query.
        private func castToQuery(_ value: ExprSyntax, _ cast: ExprSyntax, _ type: ExprSyntax) {
            guard cast.is(UnresolvedAsExprSyntax.self), let type = type.as(TypeExprSyntax.self)?.type else { return }
            switch (kind(of: value).unwrapped, declarations.kind(of: type).unwrapped) {
            case (.reference, .query): replace(end(value)..<end(type), with: ".query")
            case (.query, .reference):
                if let name = type.as(IdentifierTypeSyntax.self)?.name {
                    annotate(name, "a query is no reference here; write query.ref or test it another way")
                }
            default: break
            }
        }

        /// Converts references among queries, whose common type is the type of queries.
        private func join(_ elements: [ExprSyntax]) {
            for sides in sides(of: elements) where sides.contains(where: { kind(of: $0).unwrapped == .query }) {
                for side in sides { convert(side, to: .query) }
            }
        }

        /// Converts references among the queries of a list.
        func convertElements(of list: ArrayExprSyntax) {
            guard list.elements.contains(where: { kind(of: $0.expression).unwrapped == .query }) else { return }
            for part in list.elements { convert(part.expression, to: .query) }
        }

        /// Converts the only expression of a function's or getter's body.
        func convertResult(of body: CodeBlockItemListSyntax?) {
            guard let only = body?.onlyExpression, let expected = result(around: only) else { return }
            convert(only, to: expected)
        }

        /// Returns the kind of the result of the function, getter or closure around a node.
        func result(around node: some SyntaxProtocol) -> ValueKind? {
            var current = Syntax(node)
            while let parent = current.parent {
                if let function = parent.as(FunctionDeclSyntax.self) {
                    return function.signature.returnClause.map { declarations.kind(of: $0.type) }
                }
                if let closure = parent.as(ClosureExprSyntax.self) {
                    return closure.signature?.returnClause.map { declarations.kind(of: $0.type) }
                }
                if let owner = parent.as(SubscriptDeclSyntax.self) {
                    return declarations.kind(of: owner.returnClause.type)
                }
                if let binding = parent.as(PatternBindingSyntax.self) {
                    return binding.typeAnnotation.map { declarations.kind(of: $0.type) }
                }
                if parent.is(InitializerDeclSyntax.self) { return nil }
                current = parent
            }
            return nil
        }
    }

    extension ValueKind {
        /// Whether a place of this kind may need a conversion.
        fileprivate var holdsConverted: Bool {
            switch self {
            case .query, .listener: true
            case .optional(let kind), .array(let kind), .dictionary(let kind, _): kind.holdsConverted
            case .tuple(let kinds, _): kinds.contains(where: \.holdsConverted)
            case .function(_, let result): result.holdsConverted
            default: false
            }
        }
    }

    extension CodeBlockItemListSyntax {
        /// The only statement, if it is an expression.
        fileprivate var onlyExpression: ExprSyntax? {
            guard count == 1, case .expr(let only)? = first?.item else { return nil }
            return only
        }
    }

    extension ExprSyntax {
        var isZero: Bool { self.as(IntegerLiteralExprSyntax.self)?.literal.text == "0" }

        /// The value in parentheses, or after `try` or `await`.
        fileprivate var wrappedValue: ExprSyntax? {
            if let attempt = self.as(TryExprSyntax.self) { return attempt.expression }
            if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression }
            guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 else { return nil }
            return tuple.elements.first?.expression
        }

        /// The values of the branches of an `if` or `switch` that is an expression.
        fileprivate var branches: [ExprSyntax]? {
            if let condition = self.as(IfExprSyntax.self) {
                var values = condition.body.statements.onlyExpression.map { [$0] } ?? []
                switch condition.elseBody {
                case .codeBlock(let block): values += block.statements.onlyExpression.map { [$0] } ?? []
                case .ifExpr(let other): values.append(ExprSyntax(other))
                case nil: break
                }
                return values
            }
            return self.as(SwitchExprSyntax.self)?.cases.compactMap {
                $0.as(SwitchCaseSyntax.self)?.statements.onlyExpression
            }
        }

        /// Whether the value is a chain with `?.`.
        var hasChain: Bool {
            if self.is(OptionalChainingExprSyntax.self) { return true }
            if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.hasChain ?? false }
            if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.hasChain }
            if let subscripted = self.as(SubscriptCallExprSyntax.self) { return subscripted.calledExpression.hasChain }
            return false
        }
    }
#endif
