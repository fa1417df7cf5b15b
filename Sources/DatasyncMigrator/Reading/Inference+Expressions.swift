#if Migrator
    import SwiftSyntax

    extension Inference {
        // MARK: Members

        /// Returns the kind of a property of a value.
        func member(_ name: String, of base: ValueKind) -> ValueKind {
            switch base.general {
            case .reference: member(name, of: base, named: "Webcom")
            case .snapshot: member(name, of: base, named: "DataSnapshot")
            case .query: member(name, of: base, named: "Query")
            case .listenable: member(name, of: base, named: "Listenable")
            case .nominal(let type): member(name, of: base, named: type)
            case .optional(let kind): member(name, of: kind).wrapped
            case .array(let kind):
                switch name {
                case "first", "last": .optional(kind)
                case "lazy", "indices": base
                case "count", "isEmpty": .other
                default: .unknown
                }
            case .dictionary(let kind, let key):
                switch name {
                case "values": .array(kind)
                case "keys": .array(key)
                case "first": .optional(base.element)
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
            return switch (base, name) {
            case (.snapshot, "children"): .array(.snapshot)
            case (.reference, "path"), (.reference, "description"): .other
            case (.reference, "query"), (.query, "query"), (.listenable, "query"): .query
            default: .unknown
            }
        }

        /// Returns the kind of the result of a method call.
        func result(of name: String, on base: ValueKind, _ call: FunctionCallExprSyntax) -> ValueKind {
            switch (base.general, name) {
            case (.reference, "child"), (.reference, "root"), (.reference, "ref"), (.reference, "push"),
                (.query, "ref"), (.snapshot, "ref"):
                return .reference
            case (.reference, "parent"): return .optional(.reference)
            case (.reference, "limit"), (.reference, "startAt"), (.reference, "endAt"), (.reference, "equalTo"),
                (.query, "limit"), (.query, "startAt"), (.query, "endAt"), (.query, "equalTo"),
                (.listenable, "limit"), (.listenable, "startAt"), (.listenable, "endAt"), (.listenable, "equalTo"):
                return .query
            case (.reference, "on"), (.reference, "once"), (.query, "on"), (.query, "once"),
                (.listenable, "on"), (.listenable, "once"):
                return .listener
            case (.reference, "onDisconnect"): return .onDisconnect
            case (.snapshot, "child"): return .snapshot
            case (.snapshot, "val"), (.snapshot, "exportVal"), (.snapshot, "eventType"), (.snapshot, "name"),
                (.reference, "name"):
                return .optional(.other)
            case (.optional(let inner), "map"), (.optional(let inner), "flatMap"):
                return closureResult(of: call, [inner]).wrapped
            case (.optional(let inner), _): return result(of: name, on: inner, call).wrapped
            case (.array(let element), _): return result(of: name, onListOf: element, call)
            case (.dictionary(let element, _), "removeValue"), (.dictionary(let element, _), "updateValue"):
                return .optional(element)
            case (.dictionary(let element, let key), "mapValues"):
                return .dictionary(closureResult(of: call, [element]), key: key)
            case (.dictionary(let element, let key), "compactMapValues"):
                return .dictionary(closureResult(of: call, [element]).unwrapped, key: key)
            case (.dictionary, "filter"): return base
            case (.dictionary, "map"), (.dictionary, "compactMap"):
                let result = closureResult(of: call, [base.element])
                return .array(name == "map" ? result : result.unwrapped)
            case (.dictionary, "sorted"): return .array(base.element)
            case (.function(_, let result), "callAsFunction"): return result
            case (.other, "map"), (.other, "compactMap"), (.other, "flatMap"):
                let kind = closureResult(of: call, [.other])
                return kind == .unknown ? .unknown : .array(name == "map" ? kind : kind.unwrapped)
            case (.other, _): return .other
            case (.nominal(let type), _): return declared(name, of: type, call)
            case (.reference, _): return declared(name, of: "Webcom", call)
            case (.snapshot, _): return declared(name, of: "DataSnapshot", call)
            case (.query, _): return declared(name, of: "Query", call)
            default: return .unknown
            }
        }

        private func declared(_ name: String, of type: String, _ call: FunctionCallExprSyntax) -> ValueKind {
            if let signature = signature(name, of: type, call) { return signature.result }
            if case .function(_, let result)? = declarations.property(name, of: type)?.unwrapped { return result }
            return .unknown
        }

        private func result(of name: String, onListOf element: ValueKind, _ call: FunctionCallExprSyntax) -> ValueKind {
            switch name {
            case "first", "last", "popLast", "max", "min", "randomElement", "remove": .optional(element)
            case "removeFirst", "removeLast": element
            case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled", "union":
                .array(element)
            case "enumerated": .array(.tuple([.other, element], labels: ["offset", "element"]))
            case "map": .array(closureResult(of: call, [element]))
            case "compactMap": .array(closureResult(of: call, [element]).unwrapped)
            case "flatMap": .array(closureResult(of: call, [element]).element)
            case "contains", "allSatisfy", "joined", "firstIndex": .other
            default: .unknown
            }
        }

        /// Returns the kind of the only expression in the closure of a call, for given parameter kinds.
        private func closureResult(of call: FunctionCallExprSyntax, _ given: [ValueKind]) -> ValueKind {
            let argument = call.trailingClosure.map(ExprSyntax.init) ?? call.arguments.first?.expression
            guard let argument else { return .unknown }
            if let closure = argument.as(ClosureExprSyntax.self) {
                bindParameters(.function(given, result: .unknown), to: ExprSyntax(closure))
                guard closure.statements.count == 1, case .expr(let only)? = closure.statements.first?.item else {
                    return .unknown
                }
                return scoped(names(in: closure)) { kind(of: only).general }
            }
            if let member = argument.as(MemberAccessExprSyntax.self), let base = member.base {
                // An unapplied method, such as `ref.child`.
                if case .function(_, let result) = kind(of: argument) { return result }
                return result(of: member.declName.baseName.text, on: kind(of: base), call)
            }
            if let reference = argument.as(DeclReferenceExprSyntax.self) {
                if case .function(_, let result) = lookup(reference.baseName.text) { return result }
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

        func kind(of expression: ExprSyntax) -> ValueKind {
            if let name = expression.as(DeclReferenceExprSyntax.self) {
                if name.baseName.tokenKind == .keyword(.self) { return implicitSelf ?? .unknown }
                return lookup(name.baseName.text.trimmingBackticks)
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
                return .array(array.elements.first.map { kind(of: $0.expression).general } ?? .unknown)
            }
            if let dictionary = expression.as(DictionaryExprSyntax.self) {
                let first = dictionary.content.as(DictionaryElementListSyntax.self)?.first
                return .dictionary(
                    first.map { kind(of: $0.value).general } ?? .unknown,
                    key: first.map { kind(of: $0.key).general } ?? .unknown)
            }
            if let sequence = expression.as(SequenceExprSyntax.self) { return kind(of: sequence) }
            if let closure = expression.as(ClosureExprSyntax.self) {
                return .function(closureParameters[closure.id] ?? [], result: .unknown)
            }
            if let text = expression.as(StringLiteralExprSyntax.self)?.plainText { return .text(text) }
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
            if expression.is(MemberAccessExprSyntax.self) { return declarations.types.contains(name) ? name : nil }
            return lookup(name) == .unknown ? name : nil
        }

        private func kind(of member: MemberAccessExprSyntax) -> ValueKind {
            guard let base = member.owner else { return .unknown }
            let name = member.declName.baseName.text.trimmingBackticks
            if let type = typeName(base) {
                let known = instance(of: type)
                return declarations.property(name, of: type) ?? (known == .other ? .other : .unknown)
            }
            return self.member(name, of: kind(of: base))
        }

        private func kind(of subscripted: SubscriptCallExprSyntax) -> ValueKind {
            switch kind(of: subscripted.calledExpression) {
            case .array(let kind): kind
            case .dictionary(let kind, _): subscripted.arguments.count > 1 ? kind : .optional(kind)
            case .reference: declarations.functions("subscript", of: "Webcom").first?.result ?? .unknown
            case .snapshot: declarations.functions("subscript", of: "DataSnapshot").first?.result ?? .unknown
            case .nominal(let type): declarations.functions("subscript", of: type).first?.result ?? .unknown
            case .other: .other
            default: .unknown
            }
        }

        private func kind(of sequence: SequenceExprSyntax) -> ValueKind {
            let elements = Array(sequence.elements)
            guard elements.count >= 3 else { return .unknown }
            if let ternary = elements[1].as(UnresolvedTernaryExprSyntax.self) {
                let kind = kind(of: ternary.thenExpression).general
                if ternary.thenExpression.is(NilLiteralExprSyntax.self) {
                    return self.kind(of: elements[2]).general.wrapped
                }
                if elements[2].is(NilLiteralExprSyntax.self) { return kind.wrapped }
                return kind == .unknown ? self.kind(of: elements[2]).general : kind
            }
            if let cast = elements.last?.as(TypeExprSyntax.self) {
                let kind = declarations.kind(of: cast.type)
                let isTrial = elements[elements.count - 2].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark
                return isTrial?.text == "?" ? kind.wrapped : kind
            }
            let operators = Set(stride(from: 1, to: elements.count, by: 2).map { elements[$0].trimmedDescription })
            if operators == ["??"] {
                let first = kind(of: elements[0]).general.unwrapped
                return first == .unknown ? kind(of: elements[elements.count - 1]).general : first
            }
            // An operator that the files declare, or one of plain values.
            for name in operators {
                for type in ["Webcom", "Query", "DataSnapshot", ""] {
                    if let own = declarations.functions(name, of: type).first { return own.result }
                }
            }
            return .other
        }

        private func kind(of call: FunctionCallExprSyntax) -> ValueKind {
            if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text.trimmingBackticks {
                return kind(of: call, named: name)
            }
            if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
                let name = member.declName.baseName.text.trimmingBackticks
                guard let base = member.owner else { return .unknown }
                if name.first?.isUppercase == true, declarations.types.contains(name) { return .nominal(name) }
                if let type = typeName(base) {
                    if name == "init" { return instance(of: type) }
                    return signature(name, of: type, call)?.result ?? (instance(of: type) == .other ? .other : .unknown)
                }
                return result(of: name, on: kind(of: base), call)
            }
            if let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self),
                let name = generic.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
            {
                return Self.containers.contains(name) ? .unknown : instance(of: name)
            }
            if case .function(_, let result) = kind(of: call.calledExpression) { return result }
            // An empty collection such as `[Webcom]()`.
            if let array = call.calledExpression.as(ArrayExprSyntax.self), array.elements.count == 1,
                let name = array.elements.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
            {
                return .array(instance(of: name))
            }
            if let dictionary = call.calledExpression.as(DictionaryExprSyntax.self),
                let name = dictionary.content.as(DictionaryElementListSyntax.self)?.first?.value
                    .as(DeclReferenceExprSyntax.self)?.baseName.text
            {
                return .dictionary(instance(of: name))
            }
            return .unknown
        }

        private static let containers: Set = [
            "Array", "Set", "ContiguousArray", "ArraySlice", "Dictionary", "AnySequence", "AnyIterator", "Result",
            "Box",
        ]

        /// Returns the kind of a value created by `Array(…)` or another container; `nil` for other calls.
        private func container(of call: FunctionCallExprSyntax, named name: String) -> ValueKind? {
            guard Self.containers.contains(name), !declarations.types.contains(name) else { return nil }
            guard name != "Dictionary", let argument = call.arguments.first else { return .unknown }
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
            if name.first?.isUppercase == true { return instance(of: name) }
            for type in enclosing.reversed() {
                if let signature = signature(name, of: type, call) { return signature.result }
            }
            if let signature = signature(name, of: "", call) { return signature.result }
            if let own = implicitSelf, !isDeclared(name) {
                let kind = result(of: name, on: own, call)
                if kind != .unknown { return kind }
            }
            if name == "zip", call.arguments.count == 2 {
                return .array(.tuple(call.arguments.map { kind(of: $0.expression).element }))
            }
            return name == "stride" || name == "print" || name == "min" || name == "max" ? .other : .unknown
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
