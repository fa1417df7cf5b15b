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

        override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
            guard isActive(node), !declarations.types.contains(node.name.text) else { return .visitChildren }
            if let name = Self.types[node.name.text] {
                if name != node.name.text { rename(node.name, to: name) }
            } else if ["MutableData", "TransactionResult", "DataEventType"].contains(node.name.text),
                node.ancestor(ClosureSignatureSyntax.self) == nil
            {
                annotate(node.name, "there is no such type; see \(Self.guide)")
            }
            return .visitChildren
        }

        override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
            guard isActive(node), declarations.dialect.modules.contains(node.baseType.trimmedDescription),
                let name = Self.types[node.name.text]
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
            rewrite(node)
        }

        override func visitPost(_ node: MemberAccessExprSyntax) {
            let isCalled = node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
            guard isActive(node), !isCalled, !isRefused(node.declName.baseName) else { return }
            rewrite(node)
        }

        override func visitPost(_ node: DeclReferenceExprSyntax) {
            guard isActive(node), !isRefused(node.baseName) else { return }
            rewrite(node)
            // Neither a member's name nor the type of a static member is the type of a value.
            let member = node.parent?.as(MemberAccessExprSyntax.self)
            guard member == nil || member?.declName.baseName.text == "self", member?.declName.id != node.id,
                let name = Self.types[node.baseName.text], !isLocal(node.baseName.text),
                !declarations.types.contains(node.baseName.text), name != node.baseName.text
            else { return }
            replace(node, with: name)
        }

        override func visitPost(_ node: SequenceExprSyntax) {
            if isActive(node) { removeCasts(in: node) }
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
            switch declarations.kind(of: type) {
            case .listener where value.isNumber:
                annotate(name, "a handle is an object now, not a number; make it optional")
            case .query where kind(of: value) == .reference:
                annotate(name, "a reference is no query here; begin with its order")
            default: break
            }
        }
    }
#endif
