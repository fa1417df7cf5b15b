#if Migrator
    import SwiftParser
    import SwiftSyntax

    extension Inference {
        // MARK: Members

        /// Returns the kind of a value's property.
        func member(_ name: String, of base: ValueKind) -> ValueKind {
            if let type = declarations.dialect.typeName(of: base) { return member(name, of: base, named: type) }
            return switch base.general {
            case .nominal(let type, let arguments):
                member(name, of: base, named: type).substituting(declarations.arguments(of: type, arguments))
            case .optional(let kind): member(name, of: kind).wrapped
            case .array(let kind):
                switch name {
                case "first", "last", "randomElement": .optional(kind)
                case "lazy", "allObjects": base
                case "indices": .array(.other)
                case "count", "isEmpty": .other
                default: .unknown
                }
            case .dictionary(let kind, let key):
                switch name {
                case "values": .array(kind)
                case "keys": .array(key)
                case "first": .optional(base.element)
                case "lazy": base
                case "count", "isEmpty": .other
                default: .unknown
                }
            case .tuple(let kinds, let labels):
                if let index = Int(name) ?? labels.firstIndex(of: name), kinds.indices.contains(index) {
                    kinds[index]
                } else {
                    .unknown
                }
            case .other: .other
            default: .unknown
            }
        }

        func member(_ name: String, of base: ValueKind, named type: String) -> ValueKind {
            if let declared = declarations.property(name, of: type) { return declared }
            return declarations.dialect.property(name, of: base) ?? .unknown
        }

        /// Returns the kind of a method call's result.
        func result(of name: String, on base: ValueKind, _ call: FunctionCallExprSyntax) -> ValueKind {
            let type = declarations.dialect.typeName(of: base)
            if let own = type.flatMap({ overload(name, of: $0, call) }) { return result(of: own, call) }
            if let known = declarations.dialect.result(of: name, on: base) { return known }
            if let type { return declared(name, of: type, call) }
            switch (base.general, name) {
            case (.optional(let inner), "map"), (.optional(let inner), "flatMap"):
                return closureResult(of: call, [inner]).wrapped
            case (.optional(let inner), _): return result(of: name, on: inner, call).wrapped
            case (.array(let element), _): return result(of: name, onListOf: element, call)
            case (.metatype(let kind), "init"): return kind
            case (.dictionary(let element, _), "removeValue"), (.dictionary(let element, _), "updateValue"):
                return .optional(element)
            case (.dictionary, "first"), (.dictionary, "min"), (.dictionary, "max"), (.dictionary, "randomElement"):
                return .optional(base.element)
            case (.dictionary, "enumerated"), (.dictionary, "prefix"), (.dictionary, "dropFirst"),
                (.dictionary, "reversed"), (.dictionary, "shuffled"):
                return result(of: name, onListOf: base.element, call)
            case (.dictionary, "reduce"): return reduction(of: call, base.element)
            case (.dictionary, "contains"), (.dictionary, "allSatisfy"), (.dictionary, "forEach"): return .other
            case (.dictionary(let element, let key), "mapValues"):
                return .dictionary(closureResult(of: call, [element]), key: key)
            case (.dictionary(let element, let key), "compactMapValues"):
                return .dictionary(closureResult(of: call, [element]).unwrapped, key: key)
            case (.dictionary, "filter"): return base
            case (.dictionary, "map"), (.dictionary, "compactMap"):
                let result = closureResult(of: call, [base.element])
                return .array(name == "map" ? result : result.unwrapped)
            case (.dictionary, "flatMap"): return .array(closureResult(of: call, [base.element]).element)
            case (.dictionary, "sorted"): return .array(base.element)
            case (.function(_, let result), "callAsFunction"): return result
            case (.other, "map"), (.other, "compactMap"), (.other, "flatMap"):
                let kind = closureResult(of: call, [.other])
                return kind == .unknown ? .unknown : .array(name == "map" ? kind : kind.unwrapped)
            case (.other, _): return .other
            case (.nominal("Result", let parts), _) where !declarations.types.contains("Result") && parts.count == 2:
                switch name {
                case "get": return parts[0]
                case "map": return .nominal("Result", [closureResult(of: call, [parts[0]]), parts[1]])
                case "mapError": return base
                default: return .unknown
                }
            case (.nominal(let type, let arguments), _):
                return declared(name, of: type, call, declarations.arguments(of: type, arguments))
            case (.unknown, "pair") where call.arguments.isEmpty && declarations.dialect.closures["Completion"] != nil:
                // The result of a transaction, which the first pass over the observe dialect names so.
                return .tuple([.other, .snapshot])
            case (.unknown, _):
                guard let guess = conjecture(call), guess != .unknown else { return .unknown }
                return result(of: name, on: guess, call)
            default: return .unknown
            }
        }

        private func declared(
            _ name: String, of type: String, _ call: FunctionCallExprSyntax, _ given: [String: ValueKind] = [:]
        ) -> ValueKind {
            if let signature = signature(name, of: type, call) { return result(of: signature, call, given) }
            if case .function(_, let result)? = declarations.property(name, of: type)?.unwrapped {
                return result.substituting(given)
            }
            return .unknown
        }

        /// Returns the kind of a function's result, with its generic parameters inferred from the arguments.
        private func result(
            of signature: Signature, _ call: FunctionCallExprSyntax, _ given: [String: ValueKind] = [:]
        ) -> ValueKind {
            signature.result.substituting(arguments(of: signature, call, given))
        }

        /// Returns the arguments of a function's generic parameters.
        func arguments(
            of signature: Signature, _ call: FunctionCallExprSyntax, _ given: [String: ValueKind] = [:]
        ) -> [String: ValueKind] {
            var given = given
            let values = call.arguments.map(\.expression) + (call.trailingClosure.map { [ExprSyntax($0)] } ?? [])
            for (parameter, value) in zip(signature.parameters, values) where parameter.isGeneric {
                parameter.substituting(given).match(kind(of: value), into: &given)
            }
            return given
        }

        /// Returns the kind of the result of `reduce`.
        private func reduction(of call: FunctionCallExprSyntax, _ element: ValueKind) -> ValueKind {
            call.arguments.first.map { kind(of: $0.expression).general } ?? .unknown
        }

        private func result(of name: String, onListOf element: ValueKind, _ call: FunctionCallExprSyntax) -> ValueKind {
            switch name {
            case "first", "last", "popLast", "popFirst", "max", "min", "randomElement", "remove": .optional(element)
            case "reduce": reduction(of: call, element)
            case "split", "chunked": .array(.array(element))
            case "forEach", "isEmpty", "count": .other
            case "removeFirst", "removeLast": element
            case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled", "union":
                .array(element)
            case "enumerated": .array(.tuple([.other, element], labels: ["offset", "element"]))
            case "map": .array(closureResult(of: call, [element]))
            case "compactMap": .array(closureResult(of: call, [element]).unwrapped)
            case "flatMap": .array(closureResult(of: call, [element]).element)
            case "contains", "allSatisfy", "firstIndex", "lastIndex": .other
            case "joined": element == .other ? .other : .array(element.element)
            default: .unknown
            }
        }

        /// Returns the kind of the only expression in a call's closure, for given parameter kinds.
        private func closureResult(of call: FunctionCallExprSyntax, _ given: [ValueKind]) -> ValueKind {
            let argument = call.trailingClosure.map(ExprSyntax.init) ?? call.arguments.first?.expression
            guard let argument else { return .unknown }
            if let closure = argument.as(ClosureExprSyntax.self) {
                bindParameters(.function(given, result: .unknown), to: ExprSyntax(closure))
                return result(of: closure)
            }
            if let path = argument.as(KeyPathExprSyntax.self) {
                return path.components.reduce(given.first ?? .unknown) { base, component in
                    guard let property = component.component.as(KeyPathPropertyComponentSyntax.self) else {
                        return component.component.is(KeyPathOptionalComponentSyntax.self) ? base.unwrapped : .unknown
                    }
                    return self.member(property.declName.baseName.text.trimmingBackticks, of: base)
                }
            }
            if let member = argument.as(MemberAccessExprSyntax.self), let base = member.base {
                // An unapplied method, such as `ref.child`, or an initialiser.
                if member.declName.baseName.text == "init", let type = typeName(base) { return instance(of: type) }
                if case .function(_, let result) = kind(of: argument) { return result }
                return result(of: member.declName.baseName.text, on: kind(of: base), call)
            }
            if let reference = argument.as(DeclReferenceExprSyntax.self) {
                if case .function(_, let result) = lookup(reference.baseName.text) { return result }
            }
            return .unknown
        }

        /// Returns the kind of the value that a closure returns.
        func result(of closure: ClosureExprSyntax) -> ValueKind {
            if let clause = closure.signature?.returnClause { return declarations.kind(of: clause.type) }
            return scoped(names(in: closure)) { result(of: closure.statements) }
        }

        /// Returns the kind of the value that statements return, from their declarations and the last `return`.
        private func result(of statements: CodeBlockItemListSyntax) -> ValueKind {
            if statements.count == 1, case .expr(let only)? = statements.first?.item { return kind(of: only).general }
            for item in statements {
                if let declaration = item.item.as(VariableDeclSyntax.self) {
                    for binding in declaration.bindings {
                        let annotated = binding.typeAnnotation.map { declarations.kind(of: $0.type) }
                        let value = annotated ?? binding.initializer.map { kind(of: $0.value).general }
                        define(names(in: binding.pattern, of: value ?? .unknown))
                    }
                } else if let guarded = item.item.as(GuardStmtSyntax.self) {
                    for condition in guarded.conditions {
                        guard let binding = condition.condition.as(OptionalBindingConditionSyntax.self) else {
                            continue
                        }
                        let value = binding.initializer.map { kind(of: $0.value).general.unwrapped }
                        define(names(in: binding.pattern, of: value ?? .unknown))
                    }
                } else if let returned = item.item.as(ReturnStmtSyntax.self)?.expression {
                    return kind(of: returned).general
                }
            }
            return .unknown
        }

        /// Returns the declared function that a call refers to, by the number and labels of its arguments.
        func signature(_ name: String, of type: String, _ call: FunctionCallExprSyntax) -> Signature? {
            let candidates = declarations.functions(name, of: type)
            let labels = call.arguments.map { $0.label?.text }
            let count = labels.count + (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
            return candidates.first { $0.labels.count == count && Array($0.labels.prefix(labels.count)) == labels }
                ?? candidates.first { Array($0.labels.prefix(labels.count)) == labels } ?? candidates.first
        }

        // MARK: Expressions

        /// Returns the kind of a member's base; without a base, the kind of `self`.
        func kind(ofBase base: ExprSyntax?) -> ValueKind {
            base.map { kind(of: $0).unwrapped } ?? implicitSelf ?? .unknown
        }

        func kind(of expression: ExprSyntax) -> ValueKind {
            if let name = expression.as(DeclReferenceExprSyntax.self) {
                if name.baseName.tokenKind == .keyword(.self) { return implicitSelf ?? .unknown }
                return lookup(name.baseName.text.trimmingBackticks)
            }
            if let texts = expression.as(ArrayExprSyntax.self).flatMap({ texts(of: ExprSyntax($0)) }) {
                return texts.kind
            }
            if let prefixed = expression.as(PrefixOperatorExprSyntax.self) {
                let own = declarations.functions(named: prefixed.operator.text)
                return own.isEmpty ? kind(of: prefixed.expression).general : own[0].result
            }
            if expression.is(SuperExprSyntax.self) { return implicitSelf ?? .unknown }
            if let member = expression.as(MemberAccessExprSyntax.self) { return kind(of: member) }
            if let call = expression.as(FunctionCallExprSyntax.self) { return kind(of: call) }
            if let chain = expression.as(OptionalChainingExprSyntax.self) {
                return kind(of: chain.expression).unwrapped
            }
            if let forced = expression.as(ForceUnwrapExprSyntax.self) { return kind(of: forced.expression).unwrapped }
            if let attempt = expression.as(TryExprSyntax.self) { return kind(of: attempt.expression) }
            if let awaited = expression.as(AwaitExprSyntax.self) { return kind(of: awaited.expression) }
            if let tuple = expression.as(TupleExprSyntax.self) {
                let kinds = tuple.elements.map { kind(of: $0.expression).general }
                return kinds.count == 1 ? kinds[0] : .tuple(kinds, labels: tuple.elements.map { $0.label?.text })
            }
            if let chain = expression.as(PostfixIfConfigExprSyntax.self) {
                return chain.base.map { kind(of: $0) } ?? .unknown
            }
            if let subscripted = expression.as(SubscriptCallExprSyntax.self) { return kind(of: subscripted) }
            if let array = expression.as(ArrayExprSyntax.self) {
                let kinds = array.elements.map { kind(of: $0.expression).general }
                return .array(kinds.first { !$0.isOpen } ?? .unknown)
            }
            if let dictionary = expression.as(DictionaryExprSyntax.self) {
                let elements = dictionary.content.as(DictionaryElementListSyntax.self).map(Array.init) ?? []
                return .dictionary(
                    elements.lazy.map { self.kind(of: $0.value).general }.first { !$0.isOpen } ?? .unknown,
                    key: elements.lazy.map { self.kind(of: $0.key).general }.first { !$0.isOpen } ?? .unknown)
            }
            if let sequence = expression.as(SequenceExprSyntax.self) { return kind(of: sequence) }
            if let closure = expression.as(ClosureExprSyntax.self) {
                return .function(closureParameters[closure.id] ?? [], result: result(of: closure))
            }
            if let text = expression.as(StringLiteralExprSyntax.self).flatMap({ texts(of: ExprSyntax($0)) }) {
                return text.kind
            }
            if let condition = expression.as(IfExprSyntax.self) { return kind(ofBlock: condition.body.statements) }
            if let choice = expression.as(SwitchExprSyntax.self) {
                let first = choice.cases.lazy.compactMap { $0.as(SwitchCaseSyntax.self) }.first
                return first.map { kind(ofBlock: $0.statements) } ?? .unknown
            }
            let isLiteral =
                expression.is(StringLiteralExprSyntax.self) || expression.is(IntegerLiteralExprSyntax.self)
                || expression.is(FloatLiteralExprSyntax.self) || expression.is(BooleanLiteralExprSyntax.self)
            return isLiteral ? .other : .unknown
        }

        /// Returns the kind of the only expression of a block.
        private func kind(ofBlock statements: CodeBlockItemListSyntax) -> ValueKind {
            guard statements.count == 1, case .expr(let only)? = statements.first?.item else { return .unknown }
            return kind(of: only).general
        }

        /// Returns the type that an expression names; `nil` for a value.
        func typeName(_ expression: ExprSyntax) -> String? {
            if expression.isOwnType { return enclosing.last }
            let name =
                expression.as(DeclReferenceExprSyntax.self)?.baseName.text
                ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            guard let name = name?.trimmingBackticks, name.first?.isUppercase == true else { return nil }
            if let member = expression.as(MemberAccessExprSyntax.self) {
                return declarations.types.contains(name) && member.base?.path != "DatasyncLegacy" ? name : nil
            }
            return lookup(name) == .unknown ? name : nil
        }

        private func kind(of member: MemberAccessExprSyntax) -> ValueKind {
            guard let base = member.owner else { return .unknown }
            let name = member.declName.baseName.text.trimmingBackticks
            if let type = typeName(base) {
                let known = instance(of: type)
                if name == "self" { return .metatype(known) }
                if let property = declarations.property(name, of: type) { return property }
                if declarations.payload(name, of: type) == nil, case .nominal = known { return known }
                return known == .other ? .other : .unknown
            }
            return self.member(name, of: kind(of: base))
        }

        private func kind(of call: FunctionCallExprSyntax) -> ValueKind {
            if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text.trimmingBackticks {
                return kind(of: call, named: name)
            }
            if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
                let name = member.declName.baseName.text.trimmingBackticks
                guard let base = member.owner else { return .unknown }
                if base.path == "DatasyncLegacy", let known = declarations.dialect.types[name] { return known }
                if name.first?.isUppercase == true, declarations.types.contains(name) { return made(name, call) }
                if let type = typeName(base) {
                    if name == "init" { return made(type, call) }
                    if let signature = signature(name, of: type, call) { return result(of: signature, call) }
                    if case .function(_, let result)? = declarations.property(name, of: type)?.unwrapped {
                        return result
                    }
                    if let payload = declarations.payload(name, of: type), case .nominal = instance(of: type) {
                        var given: [String: ValueKind] = [:]
                        for (parameter, value) in zip(payload, call.arguments) {
                            parameter.match(kind(of: value.expression), into: &given)
                        }
                        return declarations.nominal(type, given)
                    }
                    if instance(of: type) == .database, name == "database" { return .database }
                    return instance(of: type) == .other ? .other : .unknown
                }
                return result(of: name, on: kind(of: base), call)
            }
            if let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self),
                let name = generic.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
            {
                let text = TypeSyntax(
                    IdentifierTypeSyntax(
                        name: .identifier(name), genericArgumentClause: generic.genericArgumentClause))
                return declarations.kind(of: text)
            }
            if case .function(_, let result) = kind(of: call.calledExpression).unwrapped { return result }
            // An empty collection such as `[Webcom]()`.
            if call.calledExpression.is(ArrayExprSyntax.self) || call.calledExpression.is(DictionaryExprSyntax.self) {
                var parser = Parser(call.calledExpression.trimmedDescription)
                return declarations.kind(of: TypeSyntax.parse(from: &parser))
            }
            return .unknown
        }

        private static let containers: Set = [
            "Array", "Set", "ContiguousArray", "ArraySlice", "Dictionary", "AnySequence", "AnyIterator", "Result",
        ]

        /// Returns the kind of a value created by `Array(…)` or another container; `nil` for other calls.
        private func container(of call: FunctionCallExprSyntax, named name: String) -> ValueKind? {
            guard Self.containers.contains(name), !declarations.types.contains(name) else { return nil }
            guard let argument = call.arguments.first else { return .unknown }
            if name == "Result" {
                return call.trailingClosure.map { .nominal(name, [result(of: $0), .other]) } ?? .unknown
            }
            if name == "Dictionary" {
                let element = kind(of: argument.expression).element
                if argument.label?.text == "grouping" { return .dictionary(.array(element)) }
                guard case .tuple(let parts, _) = element, parts.count == 2 else { return .unknown }
                return .dictionary(parts[1], key: parts[0])
            }
            switch argument.label?.text {
            case nil: return .array(kind(of: argument.expression).element)
            case "repeating": return .array(kind(of: argument.expression).general)
            default: return .unknown
            }
        }

        private func kind(of call: FunctionCallExprSyntax, named name: String) -> ValueKind {
            if case .function(_, let result) = lookup(name).unwrapped { return result }
            if name == "Optional", let value = call.arguments.first?.expression {
                return kind(of: value).general.wrapped
            }
            if name == "Self" { return implicitSelf ?? .unknown }
            if let kind = container(of: call, named: name) { return kind }
            if name.first?.isUppercase == true { return made(name, call) }
            for type in enclosing.reversed() {
                let isOfDialect = declarations.dialect.result(of: name, on: instance(of: type)) != nil
                let signature = isOfDialect ? overload(name, of: type, call) : signature(name, of: type, call)
                if let signature { return result(of: signature, call) }
            }
            if let signature = signature(name, of: "", call) { return result(of: signature, call) }
            if let own = implicitSelf, !isDeclared(name) {
                let kind = result(of: name, on: own, call)
                if kind != .unknown { return kind }
            }
            if name == "sequence", let first = call.arguments.first, first.label?.text == "first" {
                return .array(kind(of: first.expression).general)
            }
            if name == "zip", call.arguments.count == 2 {
                return .array(.tuple(call.arguments.map { kind(of: $0.expression).element }))
            }
            if name == "withCheckedContinuation" || name == "withCheckedThrowingContinuation" { return .unknown }
            return name == "stride" || name == "print" || name == "min" || name == "max" ? .other : .unknown
        }

        /// Returns the kind of a new value of a type, with generic arguments inferred from the initialiser.
        private func made(_ type: String, _ call: FunctionCallExprSyntax) -> ValueKind {
            let kind = instance(of: type)
            guard case .nominal(let name, []) = kind else { return kind }
            var given: [String: ValueKind] = [:]
            if let signature = signature("init", of: name, call) {
                given = arguments(of: signature, call)
            } else {
                for argument in call.arguments {
                    guard let label = argument.label?.text, let property = declarations.property(label, of: name) else {
                        continue
                    }
                    property.match(self.kind(of: argument.expression), into: &given)
                }
            }
            return declarations.nominal(name, given)
        }
    }

    extension ExprSyntax {
        /// Whether the expression is `Self` or `type(of: self)`.
        fileprivate var isOwnType: Bool {
            if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.tokenKind == .keyword(.Self) }
            guard let call = self.as(FunctionCallExprSyntax.self), let argument = call.arguments.first,
                call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "type"
            else { return false }
            return argument.label?.text == "of"
                && argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
        }

        /// The name or qualified name of the expression, such as `Webcom` or `DatasyncLegacy.Webcom`; `nil` for other
        /// expressions.
        var path: String? {
            if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
            guard let member = self.as(MemberAccessExprSyntax.self),
                let base = member.base?.as(DeclReferenceExprSyntax.self)
            else { return nil }
            return "\(base.baseName.text).\(member.declName.baseName.text)"
        }
    }
#endif
