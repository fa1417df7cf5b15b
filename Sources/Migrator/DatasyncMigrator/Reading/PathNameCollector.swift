#if Migrator
    import SwiftSyntax

    /// A collector of the names to which a file gives a text with a `/`.
    final class PathNameCollector: SyntaxVisitor {
        private var noted: Set<String> = []
        /// The functions, types and cases that are called with such a text.
        private var called: Set<String> = []
        /// The names of their parameters, and of the constants that a pattern binds to a case's values.
        private var parameters: [String: Set<String>] = [:]

        /// The names, once the walk is finished.
        var names: Set<String> { called.reduce(noted) { $0.union(parameters[$1] ?? []) } }

        private func note(_ pattern: some SyntaxProtocol, _ value: (some SyntaxProtocol)?) {
            guard let value, value.hasSlash else { return }
            for token in pattern.tokens(viewMode: .sourceAccurate) { noted.insert(token.text.trimmingBackticks) }
        }

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            note(node.pattern, node.initializer)
            note(node.pattern, node.accessorBlock)
            return .visitChildren
        }

        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            note(node.pattern, node.initializer)
            return .visitChildren
        }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            note(node.pattern, node.sequence)
            return .visitChildren
        }

        override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
            note(node.secondName ?? node.firstName, node.defaultValue)
            return .visitChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            if node.signature.returnClause?.type.trimmedDescription.hasPrefix("String") == true {
                note(node.name, node.body)
            }
            add(node.signature, to: node.name.text)
            return .visitChildren
        }

        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            var owner = node.parent
            while let parent = owner {
                if let extended = parent.as(ExtensionDeclSyntax.self) {
                    add(node.signature, to: extended.extendedType.lastName)
                    break
                }
                if let type = parent.asProtocol((any NamedDeclSyntax).self) {
                    add(node.signature, to: type.name.text)
                    break
                }
                owner = parent.parent
            }
            return .visitChildren
        }

        private func add(_ signature: FunctionSignatureSyntax, to name: String) {
            for parameter in signature.parameterClause.parameters {
                let own = (parameter.secondName ?? parameter.firstName).text.trimmingBackticks
                parameters[name.trimmingBackticks, default: []].insert(own)
            }
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.name?.text.trimmingBackticks else { return .visitChildren }
            for argument in node.arguments where !argument.expression.hasClosure {
                if argument.expression.hasSlash {
                    called.insert(name)
                    // A memberwise initialiser's label is the property's name.
                    if let label = argument.label, name.first?.isUppercase == true { noted.insert(label.text) }
                }
                // In a pattern, the call names a case.
                for token in argument.expression.tokens(viewMode: .sourceAccurate)
                where token.parent?.is(IdentifierPatternSyntax.self) == true {
                    parameters[name, default: []].insert(token.text.trimmingBackticks)
                }
            }
            return .visitChildren
        }

        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            let elements = Array(node.elements)
            if elements.count > 2, elements[1].is(AssignmentExprSyntax.self), let name = elements[0].names.first,
                elements[2...].contains(where: \.hasSlash)
            {
                noted.insert(name)
            }
            return .visitChildren
        }
    }

    extension SyntaxProtocol {
        /// Whether a literal inside the node has a `/`.
        var hasSlash: Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                if case .stringSegment(let text) = token.tokenKind { text.contains("/") } else { false }
            }
        }
    }
#endif
