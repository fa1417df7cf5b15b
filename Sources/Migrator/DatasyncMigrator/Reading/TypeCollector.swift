#if Migrator
    import SwiftSyntax

    /// A collector of the names of declared types, their aliases and their inherited types.
    final class TypeCollector: SyntaxVisitor {
        private(set) var types: Set<String> = []
        private(set) var aliases: [String: TypeSyntax] = [:]
        /// Aliases with different meanings in different declarations.
        private(set) var ambiguous: Set<String> = []
        /// Type parameters and associated types with their constraints; `nil` stands for no constraint.
        private(set) var parameters: [String: [TypeSyntax?]] = [:]
        /// The names of nested types, by the enclosing type.
        private(set) var nested: [String: Set<String>] = [:]
        private(set) var parents: [String: [String]] = [:]
        /// The names of the generic parameters of types.
        private(set) var generics: [String: [String]] = [:]
        /// The declared protocols.
        private(set) var protocols: Set<String> = []
        /// The imported modules.
        private(set) var modules: Set<String> = []

        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.path.first?.name.text { modules.insert(name) }
            return .skipChildren
        }

        override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
            parameters[node.name.text, default: []].append(node.inheritanceClause?.inheritedTypes.first?.type)
            return .visitChildren
        }

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
            note(node.name, node.inheritanceClause)
        }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
            note(node.name, node.inheritanceClause)
        }
        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
            note(node.name, node.inheritanceClause)
        }
        override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
            note(node.name, node.inheritanceClause)
        }
        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
            protocols.insert(node.name.text.trimmingBackticks)
            return note(node.name, node.inheritanceClause)
        }

        override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
            note(node.initializer.value, as: node.name.text)
            return .visitChildren
        }

        override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
            parameters[node.name.text, default: []].append(node.inheritedType)
            return .visitChildren
        }

        /// Records an alias; a name with different meanings in different declarations is ambiguous.
        private func note(_ type: TypeSyntax, as name: String) {
            let known = aliases[name]
            if known != nil && known?.trimmedDescription != type.trimmedDescription { ambiguous.insert(name) }
            aliases[name] = type
        }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            inherit(node.extendedType.lastName, node.inheritanceClause)
            return .visitChildren
        }

        private func note(_ name: TokenSyntax, _ clause: InheritanceClauseSyntax?) -> SyntaxVisitorContinueKind {
            types.insert(name.text.trimmingBackticks)
            if let around = clauseOwner(of: name) { nested[around, default: []].insert(name.text.trimmingBackticks) }
            inherit(name.text.trimmingBackticks, clause)
            if let clause = name.parent?.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause {
                generics[name.text.trimmingBackticks] = clause.parameters.map(\.name.text)
            }
            return .visitChildren
        }

        /// Returns the type or extended type that encloses a declaration.
        private func clauseOwner(of name: TokenSyntax) -> String? {
            guard let declaration = name.parent else { return nil }
            var current = declaration.parent
            while let node = current {
                if let extended = node.as(ExtensionDeclSyntax.self) { return extended.extendedType.lastName }
                if let named = node.asProtocol((any NamedDeclSyntax).self), !node.is(FunctionDeclSyntax.self) {
                    return named.name.text.trimmingBackticks
                }
                current = node.parent
            }
            return nil
        }

        private func inherit(_ name: String, _ clause: InheritanceClauseSyntax?) {
            for parent in clause?.inheritedTypes ?? [] { parents[name, default: []].append(parent.type.lastName) }
        }
    }

    extension TypeSyntax {
        /// The last component of the type's name.
        var lastName: String {
            if let member = self.as(MemberTypeSyntax.self) { return member.name.text.trimmingBackticks }
            if let name = self.as(IdentifierTypeSyntax.self) { return name.name.text.trimmingBackticks }
            return trimmedDescription
        }
    }
#endif
