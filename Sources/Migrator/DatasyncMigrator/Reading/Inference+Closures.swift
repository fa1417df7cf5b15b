#if Migrator
    import SwiftSyntax

    extension Inference {
        /// Records the parameter kinds of a call's closures.
        func giveClosures(of call: FunctionCallExprSyntax) {
            var name = ""
            var base: ValueKind = .unknown
            if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
                name = member.declName.baseName.text.trimmingBackticks
                base = member.owner.map(kind(of:)) ?? .unknown
                if let type = member.base.flatMap(typeName) {
                    return bindParameters(signature(name, of: type, call), to: call)
                }
            } else if let reference = call.calledExpression.as(DeclReferenceExprSyntax.self) {
                name = reference.baseName.text.trimmingBackticks
                if let parameters = lookup(name).parameters { return bindParameters(parameters, to: call) }
                if name.first?.isUppercase == true { return giveMembers(of: name, to: call) }
                for type in enclosing.reversed() + [""] {
                    let isOfDialect = declarations.dialect.parameters(of: name, on: instance(of: type)) != nil
                    let signature = isOfDialect ? overload(name, of: type, call) : signature(name, of: type, call)
                    if let signature { return bindParameters(signature, to: call) }
                }
                base = implicitSelf ?? .unknown
            }
            if name == "sequence", let first = call.arguments.first, first.label?.text == "first" {
                return bindParameters([kind(of: first.expression)], to: call)
            }
            if base.isOpen, let guess = conjecture(call) { base = guess }
            if name == "reduce", case .array(let element) = base, let first = call.arguments.first {
                return bindParameters([kind(of: first.expression).general, element], to: call)
            }
            let type = declarations.dialect.typeName(of: base.unwrapped)
            if let own = type.flatMap({ overload(name, of: $0, call) }) { return bindParameters(own, to: call) }
            if let kinds = given(name, base) { return bindParameters(kinds, to: call) }
            if case .nominal(let type, let arguments) = base.unwrapped {
                let given = declarations.arguments(of: type, arguments)
                if let parameters = declarations.property(name, of: type)?.parameters {
                    return bindParameters(parameters.map { $0.substituting(given) }, to: call)
                }
                if name == "map", type == "Result" { return bindParameters(Array(arguments.prefix(1)), to: call) }
                bindParameters(signature(name, of: type, call), to: call, given)
            } else if let type {
                bindParameters(signature(name, of: type, call), to: call)
            }
        }

        /// Returns the parameter kinds of a call's closures, by the kind of its receiver.
        private func given(_ name: String, _ base: ValueKind) -> [ValueKind]? {
            if let known = declarations.dialect.parameters(of: name, on: base) { return known }
            switch (base, name) {
            case (.optional(let inner), "map"), (.optional(let inner), "flatMap"): return [inner]
            case (.optional(let inner), _): return given(name, inner)
            case (.array(let element), "max"), (.array(let element), "min"), (.array(let element), "sorted"),
                (.array(let element), "sort"):
                return [element, element]
            case (.dictionary, "sorted"), (.dictionary, "max"), (.dictionary, "min"):
                return [base.element, base.element]
            case (.array(let element), "reduce"), (.array(let element), "reduce(into:)"): return [.unknown, element]
            case (.array(let element), _):
                // A closure over pairs may have a parameter for each part.
                if case .tuple(let parts, _) = element { return parts }
                return [element]
            case (.dictionary(let element, _), "mapValues"), (.dictionary(let element, _), "compactMapValues"):
                return [element]
            case (.dictionary(let element, let key), _): return [key, element]
            default: return nil
            }
        }

        private func arguments(of call: FunctionCallExprSyntax) -> [(label: String?, value: ExprSyntax)] {
            call.arguments.map { ($0.label?.text, $0.expression) }
                + (call.trailingClosure.map { [(nil, ExprSyntax($0))] } ?? [])
                + call.additionalTrailingClosures.map { ($0.label.text, ExprSyntax($0.closure)) }
        }

        private func bindParameters(_ kinds: [ValueKind], to call: FunctionCallExprSyntax) {
            var pair: ValueKind?
            if let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base.map(kind(of:)),
                case .tuple(let parts, _) = base.element, kinds == parts
            {
                pair = base.element
            }
            for (label, value) in arguments(of: call) {
                let isRevoked = label == "revoked" || label == "withCancel"
                // A closure with a single parameter receives the pair.
                let isPair = pair != nil && value.bareClosure?.takesOne == true
                bindParameters(
                    .function(isRevoked ? [.other] : isPair ? [pair ?? .unknown] : kinds, result: .unknown), to: value)
            }
        }

        private func bindParameters(
            _ signature: Signature?, to call: FunctionCallExprSyntax, _ given: [String: ValueKind] = [:]
        ) {
            guard let signature else { return }
            let kinds = self.arguments(of: signature, call, given)
            let given = arguments(of: call)
            let isTrailing = call.trailingClosure != nil
            for (index, argument) in given.enumerated() {
                var position = index
                if let label = argument.label, let found = signature.labels.firstIndex(of: label) { position = found }
                // A single trailing closure belongs to the last parameter with a function type.
                if isTrailing, call.additionalTrailingClosures.isEmpty, index == given.count - 1 {
                    position = signature.parameters.lastIndex { $0.parameters != nil } ?? index
                }
                if signature.parameters.indices.contains(position) {
                    bindParameters(signature.parameters[position].substituting(kinds), to: argument.value)
                }
            }
        }

        /// Records the parameter kinds of closures passed to a type's declared or memberwise initialiser.
        private func giveMembers(of type: String, to call: FunctionCallExprSyntax) {
            if type == "Dictionary", let first = call.arguments.first {
                return bindParameters([kind(of: first.expression).element], to: call)
            }
            if let signature = signature("init", of: type, call) { return bindParameters(signature, to: call) }
            for argument in arguments(of: call) {
                if let label = argument.label, let kind = declarations.property(label, of: type) {
                    bindParameters(kind, to: argument.value)
                }
            }
        }
    }

    extension ClosureExprSyntax {
        /// Whether the closure has a single parameter, as far as its text shows.
        var takesOne: Bool {
            switch signature?.parameterClause {
            case .simpleInput(let list): list.count == 1
            case .parameterClause(let clause): clause.parameters.count == 1
            case nil: !ownShorthands.contains { $0.text == "$1" }
            }
        }
    }
#endif
