#if Migrator
    import SwiftSyntax

    /// Collects the names of the declared types, their aliases and their inherited types.
    final class TypeCollector: SyntaxVisitor {
        private(set) var types: Set<String> = []
        private(set) var aliases: [String: TypeSyntax] = [:]
        /// Type parameters without a constraint.
        private(set) var parameters: Set<String> = []
        /// The names of nested types, by the enclosing type.
        private(set) var nested: [String: Set<String>] = [:]
        private(set) var parents: [String: [String]] = [:]

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
            note(node.name, node.inheritanceClause)
        }

        override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
            note(node.initializer.value, as: node.name.text)
            return .visitChildren
        }

        /// Records a constrained generic parameter as an alias of its constraint.
        override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
            if let type = node.inheritedType {
                note(type, as: node.name.text)
            } else {
                parameters.insert(node.name.text)
            }
            return .visitChildren
        }

        /// Records an alias; a name with different meanings in different declarations is recorded as unknown.
        private func note(_ type: TypeSyntax, as name: String) {
            let known = aliases[name]
            if parameters.contains(name) || known != nil && known?.trimmedDescription != type.trimmedDescription {
                aliases[name] = nil
                parameters.insert(name)
            } else {
                aliases[name] = type
            }
        }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            inherit(node.extendedType.lastName, node.inheritanceClause)
            return .visitChildren
        }

        private func note(_ name: TokenSyntax, _ clause: InheritanceClauseSyntax?) -> SyntaxVisitorContinueKind {
            types.insert(name.text.trimmingBackticks)
            if let around = clauseOwner(of: name) { nested[around, default: []].insert(name.text.trimmingBackticks) }
            inherit(name.text.trimmingBackticks, clause)
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
