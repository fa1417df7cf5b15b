#if Migrator
    import SwiftSyntax

    /// A collector of the members and functions that files declare.
    final class MemberCollector: SyntaxVisitor {
        private(set) var declarations: Declarations
        private var path: [String] = []
        /// The number of enclosing functions and closures.
        private var depth = 0

        init(_ declarations: Declarations) {
            self.declarations = declarations
            super.init(viewMode: .sourceAccurate)
        }

        private var type: String { path.last ?? "" }

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: ClassDeclSyntax) { path.removeLast() }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: StructDeclSyntax) { path.removeLast() }
        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: EnumDeclSyntax) { path.removeLast() }
        override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: ActorDeclSyntax) { path.removeLast() }
        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
        override func visitPost(_ node: ProtocolDeclSyntax) { path.removeLast() }
        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            enter(declarations.name(ofExtended: node.extendedType))
        }
        override func visitPost(_ node: ExtensionDeclSyntax) { path.removeLast() }

        private func enter(_ name: String) -> SyntaxVisitorContinueKind {
            path.append(name.trimmingBackticks)
            return .visitChildren
        }

        private func goIn() -> SyntaxVisitorContinueKind {
            depth += 1
            return .visitChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = node.name.text.trimmingBackticks
            if depth == 0, node.modifiers.contains(where: { $0.name.text == "static" }) {
                declarations.note(static: name, of: type)
            }
            declarations.note(function: name, declarations.signature(of: node.signature), of: depth == 0 ? type : "")
            if depth == 0, node.replacesSelf { declarations.note(replacing: name, of: type) }
            return goIn()
        }
        override func visitPost(_ node: FunctionDeclSyntax) { depth -= 1 }
        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            declarations.note(function: "init", declarations.signature(of: node.signature), of: type)
            return goIn()
        }
        override func visitPost(_ node: InitializerDeclSyntax) { depth -= 1 }
        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { goIn() }
        override func visitPost(_ node: ClosureExprSyntax) { depth -= 1 }
        override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { goIn() }
        override func visitPost(_ node: AccessorBlockSyntax) { depth -= 1 }

        override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
            let result = declarations.kind(of: node.returnClause.type)
            let parameters = node.parameterClause.parameters
            let labels = parameters.map { parameter -> String? in
                // A subscript's only name is no label.
                parameter.secondName == nil || parameter.firstName.text == "_" ? nil : parameter.firstName.text
            }
            declarations.note(
                function: "subscript",
                Signature(
                    labels: labels, parameters: parameters.map { declarations.kind(of: $0.type) }, result: result,
                    firstType: parameters.first?.type.trimmedDescription), of: type)
            return .visitChildren
        }

        override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
            let name = node.name.text.trimmingBackticks
            let kinds = node.parameterClause?.parameters.map { declarations.kind(of: $0.type) } ?? []
            if !kinds.isEmpty { declarations.note(case: name, kinds, of: type) }
            let isText =
                node.ancestor(EnumDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type.lastName
                == "String"
            if let text = node.rawValue?.value.as(StringLiteralExprSyntax.self)?.plainText ?? (isText ? name : nil) {
                declarations.note(rawText: text, of: name, in: type)
            }
            return .visitChildren
        }

        override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
            for binding in node.bindings {
                guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { continue }
                let name = identifier.text.trimmingBackticks
                guard depth == 0 else { continue }
                if node.modifiers.contains(where: { $0.name.text == "static" }) {
                    declarations.note(static: name, of: type)
                }
                if let text = node.constantText(of: binding) {
                    declarations.note(property: name, .text(text), of: type)
                } else if let annotation = binding.typeAnnotation?.type {
                    declarations.note(property: name, declarations.kind(of: annotation), of: type)
                } else {
                    declarations.note(unknownProperty: name, of: type)
                }
            }
            return .visitChildren
        }
    }

    extension VariableDeclSyntax {
        /// Returns the text of a constant initialized with a literal; otherwise `nil`.
        func constantText(of binding: PatternBindingSyntax) -> String? {
            guard bindingSpecifier.tokenKind == .keyword(.let) else { return nil }
            return binding.initializer?.value.as(StringLiteralExprSyntax.self)?.plainText
        }
    }

    extension StringLiteralExprSyntax {
        /// The text of a literal without interpolations and escapes; otherwise `nil`.
        var plainText: String? {
            guard segments.count == 1, let segment = segments.first?.as(StringSegmentSyntax.self) else { return nil }
            let text = segment.content.text
            return text.contains("\\") ? nil : text
        }
    }
#endif
