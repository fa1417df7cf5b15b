#if Migrator
    import SwiftSyntax

    /// A visitor that walks a file and infers the kind of each expression at its position.
    ///
    /// It uses annotations, initial values, parameters and the arguments of closures. A kind that cannot be inferred is
    /// unknown.
    class Inference: SyntaxVisitor {
        private(set) var declarations: Declarations
        private var scopes: [[String: ValueKind]] = [[:]]
        /// The number of each open scope, unique in the file.
        private var scopeNumbers = [0]
        private var lastScope = 0
        /// The enclosing types, innermost last.
        private(set) var enclosing: [String] = []
        /// The kinds of the enclosing types that are constrained extensions of containers.
        private var extended: [ValueKind?] = []
        /// The parameter kinds of closures that have not been visited yet.
        var closureParameters: [SyntaxIdentifier: [ValueKind]] = [:]

        init(_ declarations: Declarations) {
            self.declarations = declarations
            super.init(viewMode: .sourceAccurate)
        }

        // MARK: Names

        func define(_ name: String, _ kind: ValueKind) { scopes[scopes.count - 1][name] = kind }

        func define(_ names: [String: ValueKind]) {
            for (name, kind) in names { define(name, kind) }
        }

        /// Returns the kind of a value with a named type.
        func instance(of type: String) -> ValueKind {
            if declarations.types.contains(type) { return .nominal(type) }
            if let kind = declarations.kind(ofAlias: type) { return kind }
            return declarations.dialect.types[type] ?? declarations.external(type)
        }

        /// The kind of `self`, which owns members without a base.
        var implicitSelf: ValueKind? { (extended.last ?? nil) ?? enclosing.last.map(instance(of:)) }

        func lookup(_ name: String) -> ValueKind {
            for scope in scopes.dropFirst().reversed() {
                if let kind = scope[name] { return kind }
            }
            for type in enclosing.reversed() {
                let kind = member(name, of: instance(of: type), named: type)
                if kind != .unknown { return kind }
            }
            if let own = extended.last ?? nil {
                let kind = member(name, of: own)
                if kind != .unknown { return kind }
            }
            // Globals of this file take precedence over globals of other files.
            return scopes[0][name] ?? declarations.property(name, of: "") ?? .unknown
        }

        /// Returns an identifier for the declaration to which a name refers at this position.
        func declaration(of name: String) -> String {
            let scope = scopes.indices.dropFirst().last { scopes[$0][name] != nil }
            return scope.map { "\(scopeNumbers[$0]) \(name)" } ?? (enclosing + [name]).joined(separator: ".")
        }

        /// Returns whether a name is a local variable or a parameter.
        func isLocal(_ name: String) -> Bool { scopes.contains { $0[name] != nil } }

        /// Returns whether a name is a local variable, a parameter or a global function, and not a member of `self`.
        func isDeclared(_ name: String) -> Bool {
            isLocal(name) || !declarations.functions(name, of: "").isEmpty
        }

        /// Runs a body with additional names in a new scope.
        func scoped<Result>(_ names: [String: ValueKind], _ body: () -> Result) -> Result {
            open(names)
            defer { pop() }
            return body()
        }

        // MARK: Scopes

        private func open(_ names: [String: ValueKind]) {
            scopes.append(names)
            lastScope += 1
            scopeNumbers.append(lastScope)
        }

        private func push(_ names: [String: ValueKind] = [:]) -> SyntaxVisitorContinueKind {
            open(names)
            return .visitChildren
        }

        private func pop() {
            scopes.removeLast()
            scopeNumbers.removeLast()
        }

        override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { push() }
        override func visitPost(_ node: CodeBlockSyntax) {
            pop()
            // The bindings of the conditions are unknown in the `else` branch.
            if let condition = node.parent?.as(IfExprSyntax.self), condition.body.id == node.id {
                scopes[scopes.count - 1] = [:]
            }
        }
        override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { push() }
        override func visitPost(_ node: IfExprSyntax) { pop() }
        override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { push() }
        override func visitPost(_ node: WhileStmtSyntax) { pop() }
        override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind { push() }
        override func visitPost(_ node: SwitchCaseSyntax) { pop() }
        override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
            var caught: [String: ValueKind] = ["error": .other]
            for item in node.catchItems {
                guard let pattern = item.pattern else { continue }
                caught.merge(names(in: pattern, of: .other)) { _, new in new }
            }
            return push(caught)
        }
        override func visitPost(_ node: CatchClauseSyntax) { pop() }
        override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
            guard let binding = node.parent?.as(PatternBindingSyntax.self), let type = binding.typeAnnotation?.type
            else {
                return push()
            }
            let kind = declarations.kind(of: type)
            return push(["newValue": kind, "oldValue": kind])
        }
        override func visitPost(_ node: AccessorBlockSyntax) { pop() }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            push(names(in: node.pattern, of: kind(of: node.sequence).element))
        }
        override func visitPost(_ node: ForStmtSyntax) { pop() }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            push(parameters(node.signature.parameterClause))
        }
        override func visitPost(_ node: FunctionDeclSyntax) { pop() }
        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            push(parameters(node.signature.parameterClause))
        }
        override func visitPost(_ node: InitializerDeclSyntax) { pop() }
        override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
            push(parameters(node.parameterClause))
        }
        override func visitPost(_ node: SubscriptDeclSyntax) { pop() }

        private func parameters(_ clause: FunctionParameterClauseSyntax) -> [String: ValueKind] {
            var names: [String: ValueKind] = [:]
            for parameter in clause.parameters {
                let kind = declarations.kind(of: parameter.type)
                let name = (parameter.secondName ?? parameter.firstName).text.trimmingBackticks
                names[name] = parameter.ellipsis == nil ? kind : .array(kind)
                if let closure = parameter.defaultValue?.value { bindParameters(kind, to: closure) }
            }
            return names
        }

        /// Records the kinds of a closure's parameters, if the value is a closure or contains closures.
        func bindParameters(_ kind: ValueKind, to value: ExprSyntax) {
            if let dictionary = value.as(DictionaryExprSyntax.self), case .dictionary(let element, _) = kind.unwrapped {
                for part in dictionary.content.as(DictionaryElementListSyntax.self) ?? [] {
                    bindParameters(element, to: part.value)
                }
            }
            if let array = value.as(ArrayExprSyntax.self), case .array(let element) = kind.unwrapped {
                for part in array.elements { bindParameters(element, to: part.expression) }
            }
            if let sequence = value.as(SequenceExprSyntax.self), sequence.elements.count >= 3 {
                for element in sequence.elements { bindParameters(kind, to: element) }
            }
            if let ternary = value.as(UnresolvedTernaryExprSyntax.self) {
                bindParameters(kind, to: ternary.thenExpression)
            }
            guard let closure = value.bareClosure, let parameters = kind.parameters else { return }
            if closureParameters[closure.id] == nil { closureParameters[closure.id] = parameters }
        }

        /// Records the parameter kinds of an assigned closure, or of the closures in an assigned collection.
        func bindAssigned(in node: SequenceExprSyntax) {
            let elements = Array(node.elements)
            guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self) else { return }
            bindParameters(kind(of: elements[0]), to: elements[2])
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { push(names(in: node)) }
        override func visitPost(_ node: ClosureExprSyntax) { pop() }

        /// Returns the names that a closure introduces, with their kinds.
        func names(in node: ClosureExprSyntax) -> [String: ValueKind] {
            let kinds = closureParameters[node.id] ?? []
            var names: [String: ValueKind] = [:]
            if node.signature?.parameterClause == nil {
                for (index, kind) in kinds.enumerated() { names["$\(index)"] = kind }
            }
            for capture in node.signature?.capture?.items ?? [] {
                guard let token = capture.boundName, token.tokenKind != .keyword(.self) else { continue }
                let name = token.text.trimmingBackticks
                names[name] = capture.boundValue.map { kind(of: $0) } ?? lookup(name)
            }
            if case .simpleInput(let list) = node.signature?.parameterClause {
                let parts = list.count > 1 && kinds.count == 1 ? parts(of: kinds[0]).prefix(list.count) : kinds[...]
                for (parameter, kind) in zip(list, parts + Array(repeating: .unknown, count: list.count)) {
                    names[parameter.name.text.trimmingBackticks] = kind
                }
            } else if case .parameterClause(let clause) = node.signature?.parameterClause {
                for (index, parameter) in clause.parameters.enumerated() {
                    let name = (parameter.secondName ?? parameter.firstName).text.trimmingBackticks
                    let annotated = parameter.type.map(declarations.kind(of:))
                    names[name] = annotated ?? (index < kinds.count ? kinds[index] : .unknown)
                }
            }
            for (name, kind) in names where kind.isOpen { names[name] = usage(of: name, in: Syntax(node)) ?? kind }
            return names
        }

        // MARK: Bindings

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            if let type = node.typeAnnotation?.type, let value = node.initializer?.value {
                bindParameters(declarations.kind(of: type), to: value)
            }
            return .visitChildren
        }

        override func visitPost(_ node: PatternBindingSyntax) {
            let annotated = node.typeAnnotation.map { declarations.kind(of: $0.type) }
            var kind = annotated ?? node.initializer.map { self.kind(of: $0.value).general } ?? .unknown
            let constant = constant(of: node)
            kind = constant ?? kind
            let names = names(in: node.pattern, of: kind)
            if !isMember(node) { define(names) }
            guard isMember(node) || isGlobal(node) else {
                for (name, kind) in names where kind.isOpen {
                    let scope = node.ancestor(CodeBlockItemListSyntax.self).map(Syntax.init)
                    if let used = scope.flatMap({ usage(of: name, in: $0) }) { define(name, used) }
                }
                return
            }
            for (name, kind) in names where (annotated == nil || constant != nil) && kind != .unknown {
                declarations.note(property: name, kind, of: enclosing.last ?? "")
            }
        }

        /// Returns the constant text or list of texts of a `let` or of a computed property.
        private func constant(of node: PatternBindingSyntax) -> ValueKind? {
            let declaration = node.parent?.parent?.as(VariableDeclSyntax.self)
            if declaration?.bindingSpecifier.tokenKind == .keyword(.let) {
                return node.initializer.flatMap { texts(of: $0.value)?.kind }
            }
            guard case .getter(let statements)? = node.accessorBlock?.accessors, statements.count == 1 else {
                return nil
            }
            let item = statements.first?.item
            if case .expr(let only)? = item { return texts(of: only)?.kind }
            return item?.as(ReturnStmtSyntax.self)?.expression.flatMap { texts(of: $0)?.kind }
        }

        private func isGlobal(_ node: PatternBindingSyntax) -> Bool {
            let item = node.parent?.parent?.parent?.as(CodeBlockItemSyntax.self)
            return item?.parent?.parent?.is(SourceFileSyntax.self) == true
        }

        private func isMember(_ node: PatternBindingSyntax) -> Bool {
            let declaration = node.parent?.parent?.as(VariableDeclSyntax.self)
            return declaration?.parent?.is(MemberBlockItemSyntax.self) == true
        }

        override func visitPost(_ node: OptionalBindingConditionSyntax) {
            let annotated = node.typeAnnotation.map { declarations.kind(of: $0.type).unwrapped }
            let given = annotated ?? node.initializer.map { kind(of: $0.value).general.unwrapped }
            guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks else {
                return define(names(in: node.pattern, of: given ?? .unknown))
            }
            define(name, given ?? lookup(name).unwrapped)
        }

        override func visitPost(_ node: MatchingPatternConditionSyntax) {
            define(names(in: node.pattern, of: kind(of: node.initializer.value)))
        }

        override func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
            if let subject = node.parent?.ancestor(SwitchExprSyntax.self)?.subject {
                define(names(in: node.pattern, of: kind(of: subject)))
            }
            return .visitChildren
        }

        /// Returns the names that a pattern binds, with their kinds.
        func names(in pattern: PatternSyntax, of kind: ValueKind) -> [String: ValueKind] {
            if let identifier = pattern.as(IdentifierPatternSyntax.self) {
                return [identifier.identifier.text.trimmingBackticks: kind]
            }
            if let binding = pattern.as(ValueBindingPatternSyntax.self) { return names(in: binding.pattern, of: kind) }
            if let tuple = pattern.as(TuplePatternSyntax.self) {
                return union(zip(tuple.elements, parts(of: kind)).map { names(in: $0.pattern, of: $1) })
            }
            if let expression = pattern.as(ExpressionPatternSyntax.self)?.expression {
                return names(in: expression, of: kind)
            }
            return [:]
        }

        private func names(in expression: ExprSyntax, of kind: ValueKind) -> [String: ValueKind] {
            if let pattern = expression.as(PatternExprSyntax.self) { return names(in: pattern.pattern, of: kind) }
            if let chain = expression.as(OptionalChainingExprSyntax.self) {
                return names(in: chain.expression, of: kind.unwrapped)
            }
            if let cast = expression.as(SequenceExprSyntax.self).map({ Array($0.elements) }), cast.count == 3,
                cast[1].is(UnresolvedAsExprSyntax.self), let type = cast[2].as(TypeExprSyntax.self)?.type
            {
                return names(in: cast[0], of: declarations.kind(of: type))
            }
            if let tuple = expression.as(TupleExprSyntax.self) {
                return union(zip(tuple.elements, parts(of: kind)).map { names(in: $0.expression, of: $1) })
            }
            guard let call = expression.as(FunctionCallExprSyntax.self),
                let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            else { return [:] }
            let kinds = name == "some" ? [kind.unwrapped] : payload(name.trimmingBackticks, of: kind.unwrapped)
            let arguments = Array(call.arguments)
            // A single name may bind the whole payload.
            if arguments.count == 1, kinds.count > 1, !arguments[0].expression.is(TupleExprSyntax.self) {
                return names(in: arguments[0].expression, of: .tuple(kinds))
            }
            return union(zip(arguments, parts(of: .tuple(kinds))).map { names(in: $0.expression, of: $1) })
        }

        /// Returns the kinds of the associated values of a case.
        func payload(_ name: String, of kind: ValueKind) -> [ValueKind] {
            guard case .nominal(let type, let arguments) = kind else {
                return declarations.payload(name, of: nil) ?? []
            }
            if type == "Result", !declarations.types.contains(type), arguments.count == 2 {
                return [arguments[name == "success" ? 0 : 1]]
            }
            let given = declarations.arguments(of: type, arguments)
            return (declarations.payload(name, of: type) ?? []).map { $0.substituting(given) }
        }

        private func union(_ names: [[String: ValueKind]]) -> [String: ValueKind] {
            names.reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
        }

        /// Returns the kinds of the parts of a value, followed by unknown kinds.
        ///
        /// Parts of unknown kind also shadow outer names.
        private func parts(of kind: ValueKind) -> [ValueKind] {
            var known: [ValueKind] = []
            if case .tuple(let kinds, _) = kind { known = kinds }
            return known + Array(repeating: .unknown, count: 16)
        }

        // MARK: Types around

        private func enter(_ name: String, _ kind: ValueKind? = nil) -> SyntaxVisitorContinueKind {
            enclosing.append(name.trimmingBackticks)
            extended.append(kind)
            return push()
        }

        private func leave() {
            enclosing.removeLast()
            extended.removeLast()
            pop()
        }

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: ClassDeclSyntax) { leave() }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: StructDeclSyntax) { leave() }
        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: EnumDeclSyntax) { leave() }
        override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: ActorDeclSyntax) { leave() }
        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            enter(declarations.name(ofExtended: node.extendedType), container(node))
        }
        override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

        /// Returns the kind of the values of a constrained extension, such as `extension Array where Element == Webcom`.
        private func container(_ node: ExtensionDeclSyntax) -> ValueKind? {
            let name = node.extendedType.lastName
            guard let clause = node.genericWhereClause, !declarations.types.contains(name) else { return nil }
            var kinds: [String: ValueKind] = [:]
            for requirement in clause.requirements {
                if let same = requirement.requirement.as(SameTypeRequirementSyntax.self) {
                    kinds[same.leftType.trimmedDescription] = TypeSyntax(same.rightType).map(declarations.kind(of:))
                } else if let conformance = requirement.requirement.as(ConformanceRequirementSyntax.self) {
                    kinds[conformance.leftType.trimmedDescription] = declarations.kind(of: conformance.rightType)
                }
            }
            switch name {
            case "Array", "Set", "Sequence", "Collection", "ArraySlice", "RandomAccessCollection",
                "BidirectionalCollection", "MutableCollection", "RangeReplaceableCollection":
                return kinds["Element"].map(ValueKind.array)
            case "Dictionary": return kinds["Value"].map { .dictionary($0, key: kinds["Key"] ?? .other) }
            case "Optional": return kinds["Wrapped"].map(ValueKind.optional)
            case "Result": return .nominal("Result", [kinds["Success"] ?? .unknown, kinds["Failure"] ?? .other])
            default: return nil
            }
        }
    }

    extension ExprSyntax {
        /// The closure that the expression is, with or without parentheses.
        var bareClosure: ClosureExprSyntax? {
            if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 {
                return tuple.elements.first?.expression.bareClosure
            }
            return self.as(ClosureExprSyntax.self)
        }
    }

    extension MemberAccessExprSyntax {
        /// The base of the member, also across an `#if` in a call chain.
        var owner: ExprSyntax? {
            if let base { return base }
            var current = Syntax(self)
            while let parent = current.parent {
                if let clause = parent.as(IfConfigClauseSyntax.self) {
                    return clause.ancestor(PostfixIfConfigExprSyntax.self)?.base
                }
                // Stops at a node that does not belong to the call chain.
                guard parent.is(FunctionCallExprSyntax.self) || parent.is(MemberAccessExprSyntax.self) else {
                    return nil
                }
                current = parent
            }
            return nil
        }
    }

    extension SyntaxProtocol {
        /// Returns the nearest enclosing node of this type.
        func ancestor<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
            var current = parent
            while let node = current {
                if let found = node.as(type) { return found }
                current = node.parent
            }
            return nil
        }
    }
#endif
