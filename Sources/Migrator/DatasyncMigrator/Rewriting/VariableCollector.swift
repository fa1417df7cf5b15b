#if Migrator
    import SwiftSyntax

    /// A visitor that collects what a file's variables hold before rewriting: handles of subscriptions, and queries.
    ///
    /// A variable is identified by the scope or types around its declaration. Assignments that cannot be attributed to
    /// one variable count for all variables of that name.
    final class VariableCollector: Inference {
        /// The declaration of a variable or a parameter.
        struct Variable {
            let name: String
            /// Whether the value never changes.
            let isConstant: Bool
            /// Whether an initialiser without a declaration may assign the variable.
            let isMemberwise: Bool
            let isPrivate: Bool
        }

        private(set) var variables: [String: Variable] = [:]
        /// The variables that are assigned after their declaration.
        private(set) var written: Set<String> = []
        /// The names of variables that are assigned where the variable itself is unknown.
        private(set) var writtenNames: Set<String> = []
        /// The variables whose values other variables have, such as the variable that `if let` unwraps.
        private var aliases: [String: String] = [:]
        /// The nodes that constants hold.
        private(set) var nodes: [String: NodeOrigin] = [:]

        /// The subscriptions that are assigned, by variable.
        var stored: [String: [StoredSubscription]] = [:]
        /// The variables that are assigned something other than a subscription or `nil`.
        var foreign: Set<String> = []
        var endings: [SubscriptionEnding] = []
        var queries: [String: StoredQuery] = [:]
        private let file: SourceFileSyntax
        /// The other files of the module.
        private let otherFiles: [SourceFileSyntax]

        init(_ file: SourceFileSyntax, _ declarations: Declarations, besides otherFiles: [SourceFileSyntax]) {
            self.file = file
            self.otherFiles = otherFiles
            super.init(declarations)
        }

        // MARK: Variables

        /// Returns the variable that an expression names; `nil` for other expressions.
        func variable(_ expression: ExprSyntax) -> String? {
            if let name = expression.as(DeclReferenceExprSyntax.self) {
                return name.baseName.tokenKind == .keyword(.self) ? nil : variable(named: name.baseName.text)
            }
            guard let member = expression.as(MemberAccessExprSyntax.self), member.base?.isSelf == true else {
                return nil
            }
            return property(member.declName.baseName.text)
        }

        /// Returns the variable with a name at this position, or the variable whose value it has.
        func variable(named name: String) -> String { origin(of: declaration(of: name.trimmingBackticks)) }

        private func property(_ name: String) -> String {
            (enclosing + [name.trimmingBackticks]).joined(separator: ".")
        }

        private func origin(of variable: String) -> String {
            var current = variable
            while let next = aliases[current] { current = next }
            return current
        }

        /// Records that a name of the current scope has the value of another variable.
        private func relate(_ name: String, to variable: String) {
            let own = declaration(of: name.trimmingBackticks)
            if own != variable { aliases[own] = variable }
        }

        /// Records a declaration in the current scope.
        private func declare(
            _ name: String, isConstant: Bool = true, isMemberwise: Bool = false, isPrivate: Bool = true,
            as key: String? = nil
        ) {
            let name = name.trimmingBackticks
            variables[key ?? declaration(of: name)] = Variable(
                name: name, isConstant: isConstant, isMemberwise: isMemberwise, isPrivate: isPrivate)
        }

        /// Returns whether a variable has the same value wherever it is used; no method changes a node's value.
        func isConstant(_ variable: String, isNode: Bool) -> Bool {
            guard let known = variables[variable] else { return false }
            if known.isConstant { return true }
            return isNode && !written.contains(variable) && !isWrittenElsewhere(known)
        }

        /// Returns whether a variable may be assigned outside the code that the file shows.
        func isWrittenElsewhere(_ variable: Variable) -> Bool {
            if writtenNames.contains(variable.name) { return true }
            if variable.isMemberwise, (otherFiles + [file]).contains(where: { $0.hasLabel(variable.name) }) {
                return true
            }
            return !variable.isPrivate && otherFiles.contains { $0.assigns(variable.name) }
        }

        // MARK: Declarations

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            defer { declare(node.signature.parameterClause) }
            return super.visit(node)
        }

        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            defer {
                declare(node.signature.parameterClause)
                relateParameters(of: node)
            }
            return super.visit(node)
        }

        private func declare(_ clause: FunctionParameterClauseSyntax) {
            for parameter in clause.parameters {
                let isInout = parameter.type.trimmedDescription.hasPrefix("inout ")
                declare((parameter.secondName ?? parameter.firstName).text, isConstant: !isInout)
            }
        }

        /// Relates parameters to the properties to which an initialiser assigns them.
        private func relateParameters(of node: InitializerDeclSyntax) {
            for item in node.body?.statements ?? [] {
                guard let elements = item.item.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
                    elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
                    let target = elements[0].as(MemberAccessExprSyntax.self), target.base?.isSelf == true,
                    let value = elements[2].as(DeclReferenceExprSyntax.self)?.baseName.text, isLocal(value)
                else { continue }
                relate(value, to: property(target.declName.baseName.text))
            }
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            let captured = (node.signature?.capture?.items ?? []).filter { $0.boundValue == nil }
                .compactMap { $0.boundName.map { ($0.text, variable(named: $0.text)) } }
            let mapped = mappedHandle(of: node)
            let result = super.visit(node)
            let own = names(in: node)
            for name in own.keys { declare(name) }
            // Otherwise, the name would refer to a closure around this one.
            if own["$0"] == nil { define("$0", .unknown) }
            for (name, variable) in captured where name != "self" { relate(name, to: variable) }
            if let mapped, let name = AwaitedOperation.parameters(of: node).first {
                define(name, .listener)
                declare(name)
                relate(name, to: mapped)
            }
            return result
        }

        /// Returns the variable whose value a closure receives, as in `handle.map { … }`.
        private func mappedHandle(of closure: ClosureExprSyntax) -> String? {
            guard let call = closure.parent?.as(FunctionCallExprSyntax.self), call.name?.text == "map",
                let base = call.base, kind(of: base) == .optional(.listener)
            else { return nil }
            return variable(base)
        }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            let result = super.visit(node)
            if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text { declare(name) }
            return result
        }

        override func visitPost(_ node: OptionalBindingConditionSyntax) {
            let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks
            let value = node.initializer.map { variable($0.value) } ?? name.map(variable(named:))
            super.visitPost(node)
            guard let name else { return }
            let isConstant = node.bindingSpecifier.tokenKind == .keyword(.let)
            declare(name, isConstant: isConstant)
            if isConstant, let value { relate(name, to: value) }
        }

        override func visitPost(_ node: PatternBindingSyntax) {
            let value = node.initializer?.value
            let subscription = value.flatMap(subscription(made:))
            let origin = value.flatMap(origin(of:))
            let query = storedQuery(node)
            super.visitPost(node)
            guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks,
                let declaration = node.parent?.parent?.as(VariableDeclSyntax.self)
            else { return }
            let isMember = declaration.parent?.is(MemberBlockItemSyntax.self) == true
            let key = isMember ? property(name) : self.declaration(of: name)
            if declaration.modifiers.contains(where: { $0.name.text == "override" }) { writtenNames.insert(name) }
            guard node.isStored, declaration.attributes.isEmpty else { return }
            let isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
            let isClass = node.ancestor(ClassDeclSyntax.self) != nil || node.ancestor(ActorDeclSyntax.self) != nil
            declare(
                name, isConstant: isConstant, isMemberwise: isMember && !isClass,
                isPrivate: node.isLocal
                    || declaration.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) },
                as: key)
            if let subscription {
                stored[key, default: []].append(subscription)
            } else if let value, !value.is(NilLiteralExprSyntax.self) {
                foreign.insert(key)
            }
            guard node.isLocal else { return }
            if isConstant { nodes[key] = origin }
            queries[key] = query
        }

        // MARK: Uses

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            giveClosures(of: node)
            return .visitChildren
        }

        override func visitPost(_ node: FunctionCallExprSyntax) { collectEnding(node) }

        override func visitPost(_ node: DeclReferenceExprSyntax) { collectUse(of: node) }

        override func visitPost(_ node: InOutExprSyntax) { write(node.expression, nil) }

        override func visitPost(_ node: KeyPathPropertyComponentSyntax) {
            writtenNames.insert(node.declName.baseName.text.trimmingBackticks)
        }

        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            let elements = Array(node.elements)
            if elements.count == 3, elements[1].is(AssignmentExprSyntax.self) {
                bindParameters(kind(of: elements[0]), to: elements[2])
            }
            return .visitChildren
        }

        override func visitPost(_ node: SequenceExprSyntax) {
            let elements = Array(node.elements)
            guard elements.count >= 3 else { return }
            if elements[1].is(AssignmentExprSyntax.self) {
                write(elements[0], elements.count == 3 ? elements[2] : nil)
            } else if let word = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text, word.hasSuffix("="),
                !["==", "!=", "<=", ">=", "===", "!=="].contains(word)
            {
                write(elements[0], nil)
            }
        }

        /// Records an assignment.
        ///
        /// - Parameters:
        ///   - target: The assigned expression.
        ///   - value: The new value; `nil` if it is not known.
        private func write(_ target: ExprSyntax, _ value: ExprSyntax?) {
            guard let key = variable(target) else {
                return writtenNames.formUnion(target.tokens(viewMode: .sourceAccurate).map(\.text.trimmingBackticks))
            }
            written.insert(key)
            if value?.is(NilLiteralExprSyntax.self) == true { return }
            if let subscription = value.flatMap(subscription(made:)) {
                stored[key, default: []].append(subscription)
            } else {
                foreign.insert(key)
            }
        }

        /// Walks the file.
        func collect() {
            walk(file)
            // A property of another declaration of the type, or of a type from which it inherits.
            for key in written where variables[key] == nil {
                writtenNames.insert(key.split(whereSeparator: { $0 == "." || $0 == " " }).last.map(String.init) ?? key)
            }
        }
    }

    extension ExprSyntax {
        /// Whether the expression is `self`, `self?` or `self!`.
        fileprivate var isSelf: Bool {
            if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.isSelf }
            if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.isSelf }
            return self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
        }
    }

    extension PatternBindingSyntax {
        /// Whether the variable is declared in a function or a closure.
        var isLocal: Bool {
            guard let list = parent?.parent?.parent?.as(CodeBlockItemSyntax.self)?.parent else { return false }
            return list.parent?.is(SourceFileSyntax.self) != true && list.parent?.is(IfConfigClauseSyntax.self) != true
        }

        /// Whether the variable has no accessors other than observers.
        fileprivate var isStored: Bool {
            switch accessorBlock?.accessors {
            case nil: true
            case .getter: false
            case .accessors(let list):
                list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
            }
        }
    }

    extension SourceFileSyntax {
        /// Returns whether a call has an argument with a label.
        fileprivate func hasLabel(_ name: String) -> Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                token.text == name && token.parent?.as(LabeledExprSyntax.self)?.label?.id == token.id
            }
        }

        /// Returns whether a variable with a name is assigned or passed as an `inout` argument.
        fileprivate func assigns(_ name: String) -> Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                guard token.text.trimmingBackticks == name else { return false }
                let isChanged = token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .equal
                return isChanged && token.ancestor(SequenceExprSyntax.self) != nil
                    || token.ancestor(InOutExprSyntax.self) != nil || token.ancestor(KeyPathExprSyntax.self) != nil
            }
        }
    }
#endif
