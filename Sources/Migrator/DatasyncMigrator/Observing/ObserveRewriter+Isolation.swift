#if Migrator
    import SwiftSyntax

    /// Values that are not Sendable and that closures of calls capture.
    ///
    /// In the observe dialect the closures have the isolation of their place; in the new dialects they are isolated to the
    /// main actor. In code without isolation, the compiler refuses what they capture, unless it is marked.
    extension ObserveRewriter {
        /// Marks what the closures of a call capture.
        func releaseCaptures(of call: FunctionCallExprSyntax) {
            let closures =
                call.arguments.compactMap { $0.expression.bareClosure.map { ExprSyntax($0) } }
                + (call.trailingClosure.map { [ExprSyntax($0)] } ?? [])
                + call.additionalTrailingClosures.map { ExprSyntax($0.closure) }
            guard !closures.isEmpty, !isIsolated(call), !isInClosureOfDialect(call) else { return }
            let names = Set(closures.flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) })
            var current = call.parent
            while let node = current {
                if let list = node.as(CodeBlockItemListSyntax.self) { mark(variablesIn: list, before: call, names) }
                if let function = node.as(FunctionDeclSyntax.self) {
                    release(
                        function.signature.parameterClause, names, in: function.body, function.signature.returnClause)
                } else if let initializer = node.as(InitializerDeclSyntax.self) {
                    release(initializer.signature.parameterClause, names, in: initializer.body, nil)
                }
                current = node.parent
            }
            if names.contains("self"), let type = enclosing.last { markSendable(type) }
        }

        /// Returns the text of a function that a closure captures.
        func released(_ function: ExprSyntax) -> String {
            isIsolated(function) ? text(function) : "\(support("assumingSendable"))(\(text(function)))"
        }

        // MARK: Marks

        // The program's code gets marks that this package's own code must not have, so their texts are in parts here.
        private static let unsafe = "nonisolated" + "(unsafe) "
        private static let unchecked = "@unchecked" + " Sendable"

        /// Shadows the parameters among some names by unchecked constants.
        private func release(
            _ clause: FunctionParameterClauseSyntax, _ names: Set<String>, in body: CodeBlockSyntax?,
            _ result: ReturnClauseSyntax?
        ) {
            guard let first = body?.statements.first else { return }
            for parameter in clause.parameters {
                let name = (parameter.secondName ?? parameter.firstName).text
                guard names.contains(name), isUnsafe(parameter.type), released.insert(parameter.id).inserted else {
                    continue
                }
                let line = source[lineStart(of: start(first))..<start(first)]
                let isAlone = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                let separator = isAlone ? newline + String(decoding: line, as: UTF8.self) : "; "
                if result != nil, body?.statements.count == 1, case .expr = first.item,
                    returned.insert(first.id).inserted
                {
                    prepend("return ", at: start(first))
                }
                prepend("\(Self.unsafe)let \(name) = \(name)\(separator)", at: start(first))
            }
        }

        /// Marks the local variables among some names.
        private func mark(
            variablesIn list: CodeBlockItemListSyntax, before call: FunctionCallExprSyntax, _ names: Set<String>
        ) {
            for declaration in list.compactMap({ $0.item.as(VariableDeclSyntax.self) })
            where start(declaration) < start(call) && declaration.modifiers.isEmpty && declaration.attributes.isEmpty {
                let isUnsafe = declaration.bindings.contains { binding in
                    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                        names.contains(name), binding.accessorBlock == nil
                    else { return false }
                    return declaration.bindingSpecifier.text == "var" || self.isUnsafe(lookup(name))
                }
                if isUnsafe, released.insert(declaration.id).inserted {
                    prepend(Self.unsafe, at: start(declaration.bindingSpecifier))
                }
            }
        }

        /// Declares that a class without isolation is Sendable.
        private func markSendable(_ type: String) {
            guard isUnsafe(.nominal(type)), let node = file.declared(type)?.as(ClassDeclSyntax.self),
                released.insert(node.id).inserted
            else { return }
            if let last = node.inheritanceClause?.inheritedTypes.last {
                insert(", \(Self.unchecked)", at: end(last))
            } else {
                insert(": \(Self.unchecked)", at: node.genericParameterClause.map { end($0) } ?? end(node.name))
            }
        }

        // MARK: Isolation

        private func isUnsafe(_ type: TypeSyntax) -> Bool {
            let texts = [type.trimmedDescription] + (file.alias(type.lastName).map { [$0.trimmedDescription] } ?? [])
            guard !texts.contains(where: { $0.contains("@Sendable") || $0.contains("@MainActor") }) else {
                return false
            }
            return isUnsafe(declarations.kind(of: type))
        }

        /// Returns whether values of a kind are not Sendable: functions, and classes without isolation.
        private func isUnsafe(_ kind: ValueKind) -> Bool {
            switch kind.unwrapped {
            case .function: return true
            case .array(let element): return isUnsafe(element)
            case .nominal(let type, _):
                guard let node = file.declared(type), !node.is(StructDeclSyntax.self), !node.is(EnumDeclSyntax.self)
                else { return false }
                return !node.is(ActorDeclSyntax.self) && !isIsolated(type: type)
                    && !declarations.inherits(type, from: "Sendable")
                    && node.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.trimmedDescription
                        .contains("Sendable") != true
            default: return false
            }
        }

        /// Returns whether a node is in code that is isolated to an actor.
        private func isIsolated(_ node: some SyntaxProtocol) -> Bool {
            var current = node.parent
            while let parent = current {
                if let closure = parent.as(ClosureExprSyntax.self),
                    closure.signature?.attributes.namesGlobalActor == true
                {
                    return true
                }
                if let modified = parent.asProtocol((any WithModifiersSyntax).self),
                    modified.modifiers.contains(where: { $0.name.text == "nonisolated" && $0.detail == nil })
                {
                    return false
                }
                if parent.asProtocol((any WithAttributesSyntax).self)?.attributes.namesGlobalActor == true {
                    return true
                }
                if let extended = parent.as(ExtensionDeclSyntax.self)?.extendedType.lastName {
                    return isIsolated(type: extended)
                }
                if let type = parent.as(ClassDeclSyntax.self)?.name.text { return isIsolated(type: type) }
                current = parent.parent
            }
            return false
        }

        /// Returns whether a type, or a type or protocol that it inherits from, is isolated to a global actor.
        private func isIsolated(type: String) -> Bool {
            isolatedTypes.contains { $0 == type || declarations.inherits(type, from: $0) }
        }

        /// Returns whether a call is inside a closure that another call of the dialect receives.
        private func isInClosureOfDialect(_ call: FunctionCallExprSyntax) -> Bool {
            var current = Syntax(call)
            while let closure = current.ancestor(ClosureExprSyntax.self) {
                let owner = closure.ancestor(FunctionCallExprSyntax.self)
                if let name = owner?.name?.text, Self.takingClosures.contains(name) { return true }
                current = Syntax(closure)
            }
            return false
        }

        private static let takingClosures: Set = Set(writes.keys).union([
            "observe", "observeSingleEvent", "getData", "runTransactionBlock", "setPriority",
        ])
    }

    extension AttributeListSyntax {
        fileprivate var namesGlobalActor: Bool {
            contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") == true }
        }
    }

    extension SourceFileSyntax {
        /// Returns the declaration of a class, protocol, structure, enumeration or actor.
        fileprivate func declared(_ type: String) -> (any SyntaxProtocol)? {
            for token in tokens(viewMode: .sourceAccurate) where token.text == type {
                guard let node = token.parent?.asProtocol((any NamedDeclSyntax).self), node.name.id == token.id,
                    token.parent?.asProtocol((any DeclGroupSyntax).self) != nil
                else { continue }
                return node
            }
            return nil
        }

        fileprivate func alias(_ name: String) -> TypeSyntax? {
            tokens(viewMode: .sourceAccurate).lazy.filter { $0.text == name }
                .compactMap { $0.parent?.as(TypeAliasDeclSyntax.self)?.initializer.value }.first
        }

        /// The names of the types that are isolated to a global actor.
        var isolatedTypes: Set<String> {
            Set(
                tokens(viewMode: .sourceAccurate).compactMap { token in
                    guard let node = token.parent?.asProtocol((any NamedDeclSyntax).self), node.name.id == token.id,
                        let group = token.parent?.asProtocol((any DeclGroupSyntax).self),
                        group.attributes.namesGlobalActor
                    else { return nil }
                    return token.text
                })
        }
    }
#endif
