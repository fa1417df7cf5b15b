#if Migrator
    import SwiftSyntax

    /// A rewriter from calls of the observe dialect into operations that ``Rewriter`` rewrites into a target dialect.
    ///
    /// These operations are calls of the legacy dialect, or steps of the support modules where the legacy dialect has
    /// no such call. The result is never written to a file. Notes are collected, as the second pass inserts them.
    final class ObserveRewriter: SourceRewriter {
        let target: MigrationTarget
        /// The notes above calls that are left, with the offsets of the calls.
        private(set) var carried: [(offset: Int, text: String)] = []
        /// Whether an inserted text needs Foundation.
        var needsFoundation = false
        /// The reasons why the second pass cannot rewrite calls, by the offset of the call's name.
        private let refused: [Int: String]
        private var hasImport = false
        /// The values that are converted already.
        var converted: Set<SyntaxIdentifier> = []
        /// The parameters, variables and classes that are marked already, as closures capture them.
        var released: Set<SyntaxIdentifier> = []
        /// The members that extensions have got for the requirements of protocols.
        var witnessed: Set<String> = []
        /// The names of the types that are isolated to a global actor.
        private(set) lazy var isolatedTypes = file.isolatedTypes
        /// The only expressions of functions that are returned explicitly now.
        var returned: Set<SyntaxIdentifier> = []

        static let guide = "Migration/ObserveToSwift.md"

        init(
            _ file: SourceFileSyntax, _ declarations: Declarations, to target: MigrationTarget, source: [UInt8],
            refusing refused: [Int: String]
        ) {
            self.target = target
            self.refused = refused
            super.init(file, declarations, source: source)
        }

        /// The statements under notes of an earlier run that are rewritten now.
        private(set) var resumed: [Range<Int>] = []

        /// Restores the notes of statements that have not changed.
        func finish() {
            resumed = restoreNotes()
            guard mode == .resumed else { return }
            // The notes of the other statements are still there.
            carried.removeAll { note in !resumed.contains { $0.contains(note.offset) } }
        }

        override func note(_ reason: String, above node: some SyntaxProtocol) {
            carried.append((start(node), reason))
        }

        // MARK: Modules and types

        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.path.first?.name.text, declarations.dialect.modules.contains(name) else {
                return .skipChildren
            }
            if hasImport, !hasComment(start(node)..<end(node)), let item = node.parent?.as(CodeBlockItemSyntax.self) {
                // The target dialect is imported only once, so the import of the SDK's second module is removed.
                edits.append(item.position.utf8Offset..<end(item), "")
            } else {
                let from = node.importKindSpecifier.map { start($0) } ?? start(node.path)
                replace(from..<end(node), with: "DatasyncLegacy")
            }
            hasImport = true
            return .skipChildren
        }

        /// The names of the types in the legacy dialect.
        private static let types = [
            "DatabaseReference": "Webcom", "DatabaseQuery": "Query", "DatabaseHandle": "Listener",
            "Database": "Webcom", "DataSnapshot": "DataSnapshot",
        ]

        /// The names of the types in the support modules, which the legacy dialect lacks.
        private static let supported = [
            "DataEventType": "EventKind", "MutableData": "TransactionData", "TransactionResult": "TransactionDecision",
        ]

        /// Returns the new name of a type; with its module if the files use that name for something else.
        func newName(of type: String) -> String? {
            if let name = Self.types[type] ?? (type == "UInt" && declarations.hasNumberedHandles ? "Listener" : nil) {
                return isTaken(name) ? "DatasyncLegacy.\(name)" : name
            }
            return Self.supported[type].map(support)
        }

        /// Returns the name of a type of the support module; with its module if the files use that name.
        func support(_ name: String) -> String { isTaken(name) ? "\(words.support).\(name)" : name }

        private func isTaken(_ name: String) -> Bool {
            declarations.types.contains(name) || declarations.kind(ofAlias: name) != nil
        }

        override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
            guard isActive(node), !isTaken(node.name.text), let name = newName(of: node.name.text) else {
                return .visitChildren
            }
            if name == "Query" || name == "DatasyncLegacy.Query", isGenericConstraint(node) {
                replace(node.name, with: "Listenable")
            } else if name != node.name.text {
                rename(node.name, to: name)
            }
            return .visitChildren
        }

        /// Returns whether a type constrains a generic parameter.
        private func isGenericConstraint(_ node: IdentifierTypeSyntax) -> Bool {
            guard let parent = node.parent else { return false }
            return parent.is(GenericParameterSyntax.self) || parent.is(ConformanceRequirementSyntax.self)
                || parent.is(SomeOrAnyTypeSyntax.self)
        }

        override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
            guard isActive(node), declarations.dialect.modules.contains(node.baseType.trimmedDescription),
                let name = newName(of: node.name.text)
            else { return .visitChildren }
            replace(node, with: name)
            return .skipChildren
        }

        // MARK: Expressions

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            giveClosures(of: node)
            return .visitChildren
        }

        override func visitPost(_ node: FunctionCallExprSyntax) {
            guard isActive(node), !isRefused(node.name) else { return }
            let count = sites.count
            rewrite(node)
            convertArguments(of: node)
            if sites.count > count, sites.last?.outcome == .rewritten { releaseCaptures(of: node) }
        }

        override func visitPost(_ node: MemberAccessExprSyntax) {
            let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
            guard isActive(node), !isCalled, !isRefused(node.declName.baseName) else { return }
            rewrite(node)
        }

        override func visitPost(_ node: DeclReferenceExprSyntax) {
            guard isActive(node), !isRefused(node.baseName) else { return }
            rewrite(node)
            // Neither a member's name nor the type of a static member is the type of a value, but in the support modules.
            let member = node.parent?.as(MemberAccessExprSyntax.self)
            guard
                member == nil || member?.declName.baseName.text == "self"
                    || Self.supported[node.baseName.text] != nil, member?.declName.id != node.id,
                !isLocal(node.baseName.text), !isTaken(node.baseName.text),
                let name = newName(of: node.baseName.text), name != node.baseName.text
            else { return }
            replace(node, with: name)
        }

        override func visitPost(_ node: SequenceExprSyntax) {
            guard isActive(node) else { return }
            removeCasts(in: node)
            convertOperands(of: node)
        }

        override func visitPost(_ node: ArrayExprSyntax) {
            if isActive(node) { convertElements(of: node) }
        }

        override func visitPost(_ node: SubscriptCallExprSyntax) {
            guard isActive(node), let argument = node.arguments.last, argument.label?.text == "default",
                case .dictionary(let element, _) = kind(of: node.calledExpression).unwrapped
            else { return }
            convert(argument.expression, to: element)
        }

        override func visitPost(_ node: ReturnStmtSyntax) {
            guard isActive(node), let value = node.expression, let expected = result(around: node) else { return }
            convert(value, to: expected)
        }

        override func visitPost(_ node: FunctionDeclSyntax) {
            if isActive(node) { convertResult(of: node.body?.statements) }
            super.visitPost(node)
        }

        override func visitPost(_ node: AccessorBlockSyntax) {
            if isActive(node), case .getter(let statements) = node.accessors { convertResult(of: statements) }
            super.visitPost(node)
        }

        override func visitPost(_ node: FunctionParameterSyntax) {
            guard isActive(node), let value = node.defaultValue?.value else { return }
            convert(value, to: declarations.kind(of: node.type))
        }

        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            bindAssigned(in: node)
            return .visitChildren
        }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            if isActive(node), mode != .resumed { addWitnesses(to: node) }
            return super.visit(node)
        }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            if isActive(node) { removeCast(in: node) }
            return super.visit(node)
        }

        override func visitPost(_ node: PatternBindingSyntax) {
            if isActive(node) { checkValue(node) }
            super.visitPost(node)
        }

        /// Leaves a call that the second pass cannot rewrite.
        private func isRefused(_ name: TokenSyntax?) -> Bool {
            guard let name, let reason = refused[start(name)] else { return false }
            annotate(name, reason)
            return true
        }

        /// Reports a variable whose initial value has a different type in the new dialects.
        private func checkValue(_ node: PatternBindingSyntax) {
            guard let type = node.typeAnnotation?.type,
                let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier
            else { return }
            if makeHandle(node, type, name) { return }
            guard let value = node.initializer?.value else { return }
            let expected = declarations.kind(of: type)
            convert(value, to: expected)
            if expected.unwrapped == .listener, value.isNumber, !value.isZero {
                annotate(name, "a handle is an object now, not a number; make it optional")
            }
        }
    }
#endif
