#if Migrator
    import SwiftParser
    import SwiftSyntax

    /// A rewriter from each call of the legacy dialect into a target dialect.
    ///
    /// A call that it cannot decide stays unchanged under a note; the support module declares the old name on the new
    /// type.
    final class Rewriter: SourceRewriter {
        let target: MigrationTarget
        let style: MigrationStyle
        let words: any DialectNames
        /// Whether the text is the output of an observe pass.
        var followsObservePass = false
        /// Whether an inserted text needs Foundation.
        var needsFoundation = false
        /// The requirements of protocols that extensions of snapshots in the file now fulfil.
        var fulfilled: Set<String> = []
        /// Whether stored objects for on-disconnect writes stay, because a call may be made on one of them.
        var keepsOnDisconnect = false
        /// Whether the file stores an object for on-disconnect writes.
        var storesOnDisconnect = false
        /// Whether a type needs a conformance of the support module.
        private var needsSupport = false
        /// The notes above calls that an earlier pass has left, by the offset of the call.
        var carried: [(offset: Int, text: String)] = []
        private var importsFoundation = false
        private var imports: [ImportDeclSyntax] = []
        /// The calls with completions, in the idiomatic style.
        var operations: [SyntaxIdentifier: AwaitedOperation] = [:]
        /// The calls of `off` with a handle, in the idiomatic style.
        var endings: [SyntaxIdentifier: VariableCollector.Outcome] = [:]
        /// The on-disconnect writes on local constants, which now hold the node.
        var writesOnDisconnect: Set<SyntaxIdentifier> = []
        /// The queries in local variables, by declaration, in the idiomatic style.
        var queries: [SyntaxIdentifier: (query: StoredQuery, obstacle: String?)] = [:]
        /// The windows of the nodes that such variables now hold, by the expressions that name them.
        var storedWindows: [SyntaxIdentifier: WindowChain] = [:]
        /// The files of the module, in the idiomatic style.
        var otherFiles: [SourceFileSyntax] = []
        /// Whether a file of the module sets the queue for completions.
        var setsDefaultQueue = false
        /// The new names of members that extensions add, by type and by old name.
        private(set) var renames: [String: [String: String]]
        /// The names to which the file gives a text with a `/`.
        private(set) lazy var namesOfPaths: Set<String> = {
            let collector = PathNameCollector(viewMode: .sourceAccurate)
            collector.walk(file)
            return collector.names
        }()

        init(
            _ file: SourceFileSyntax, _ declarations: Declarations, to target: MigrationTarget,
            style: MigrationStyle = .minimal, source: [UInt8]
        ) {
            self.target = target
            self.style = style
            words = target == .callback ? CallbackDialectNames() : AsyncNames()
            renames = Self.renames(declarations, words)
            super.init(file, declarations, source: source)
        }

        /// Keeps the names of members that fulfil the requirements of a protocol since the first pass added them.
        func keepWitnesses() {
            let protocols = declarations.conformances(of: "DataSnapshot")
            let kept = (renames["DataSnapshot"] ?? [:]).keys.filter { name in
                protocols.contains { declarations.declares(name, in: $0) }
            }
            for name in kept {
                for type in renames.keys { renames[type]?[name] = nil }
            }
        }

        // MARK: Modules

        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
            if node.path.first?.name.text == "Foundation" { importsFoundation = true }
            guard node.path.first?.name.text == "DatasyncLegacy" else { return .skipChildren }
            imports.append(node)
            lookForObstacles(at: node)
            let from = node.importKindSpecifier.map { start($0) } ?? start(node.path)
            replace(from..<end(node), with: words.module)
            return .skipChildren
        }

        /// Gives up rewriting the file, with a note above its first import of the legacy dialect.
        func giveUpAtImport(_ reason: String) {
            if let first = imports.first { giveUp(at: first, reason) }
        }

        /// Whether the rewritten file calls a step of the support module or has a note.
        private var usesSupport: Bool {
            guard obstacle == nil, carried.isEmpty, keptForms.isEmpty, !needsSupport,
                sites.allSatisfy({ $0.outcome == .rewritten }),
                let text = Edit.apply(edits.all, to: source, in: 0..<source.count)
            else { return true }
            let names = words.steps
            return Parser.parse(source: text).tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
        }

        /// Adds the imports of the support module if needed, and of Foundation.
        func finish() {
            restoreNotes()
            if mode == .resumed { noteCarried() }
            let usesSupport = usesSupport
            for node in imports {
                let indent = String(decoding: source[lineStart(of: start(node))..<start(node)], as: UTF8.self)
                let separator = indent.allSatisfy(\.isWhitespace) ? newline + indent : "; "
                // Repeats the attributes and the access level before the keyword.
                let before = String(decoding: source[start(node)..<start(node.importKeyword)], as: UTF8.self)
                if usesSupport { insert("\(separator)\(before)import \(words.support)", at: end(node)) }
                if needsFoundation, !importsFoundation { insert("\(separator)import Foundation", at: end(node)) }
            }
        }

        /// Inserts the notes of the first pass.
        ///
        /// Before the walk, so that a call around one is rewritten together with it; but after the notes of an earlier run
        /// are restored.
        func noteCarried() {
            for (offset, text) in carried {
                if let token = file.token(at: AbsolutePosition(utf8Offset: offset)) { note(text, above: token) }
            }
        }

        // MARK: Types

        override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
            guard isActive(node) else { return .visitChildren }
            if let member = node.parent?.as(MemberTypeSyntax.self), start(member) == start(node) {
                return .visitChildren
            }
            rename(node.name, node)
            return .visitChildren
        }

        override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
            guard isActive(node) else { return .visitChildren }
            let base = node.baseType.trimmedDescription
            if base == "DatasyncLegacy" {
                rename(node.name, node, isQualified: true)
            } else if base == "DataSnapshot", isMoved(node.name.text) {
                replace(node.baseType, with: "DatasyncValue")
            } else if base == "Webcom" && !declarations.types.contains("Webcom") || base == "DatasyncLegacy.Webcom",
                isOfLegacy(node.name.text)
            {
                replace(node.baseType, with: words.reference)
            }
            return .visitChildren
        }

        private func rename(_ name: TokenSyntax, _ node: some TypeSyntaxProtocol, isQualified: Bool = false) {
            if !isQualified, enclosing.last == "DataSnapshot", isMoved(name.text) {
                return prepend("DatasyncValue.", at: start(name))
            }
            if !isQualified, isOwn(name.text) { return }
            if name.text == "Self", target == .async, isInReference,
                node.parent?.is(ReturnClauseSyntax.self) == true || node.ancestor(ReturnClauseSyntax.self) != nil
            {
                return replace(node, with: words.reference)
            }
            let isExtended = node.parent?.is(ExtensionDeclSyntax.self) == true
            if target == .async, isExtended, name.text != "DataSnapshot",
                declarations.name(ofExtended: TypeSyntax(node)) == "DataSnapshot"
            {
                // An alias now names an existential type, which cannot be extended.
                return replace(node, with: words.snapshotConstraint)
            }
            let snapshot =
                isConstraint(node) ? words.snapshotConstraint : isPart(node) ? snapshotType : snapshotTypeAlone
            if name.text == "Listener", isHashed(node) { needsSupport = true }
            if let type = type(for: name.text, snapshot: snapshot) { return replace(node, with: type) }
            if name.text == "OnDisconnect" {
                storesOnDisconnect = true
                if !keepsOnDisconnect {
                    recordRewrite(name)
                    return replace(node, with: words.reference)
                }
                annotate(name, "there is no such type; see \(words.guide)")
            }
            if isQualified { replace(node, with: isOwn(name.text) ? "\(words.support).\(name.text)" : name.text) }
        }

        /// Returns whether a name without its module is one of the files.
        ///
        /// An observe pass names the module of a legacy type where an alias has its name.
        func isOwn(_ name: String) -> Bool {
            declarations.types.contains(name) || followsObservePass && declarations.kind(ofAlias: name) != nil
        }

        /// Returns a legacy type's name in the new dialect; `nil` for a name that stays.
        func type(for name: String, snapshot: String) -> String? {
            switch name {
            case "Webcom": words.reference
            case "DataSnapshot": snapshot
            case "Listener": words.listener
            default: nil
            }
        }

        /// Returns whether a type is used as a constraint, an inherited type or an extended type.
        private func isConstraint(_ node: some TypeSyntaxProtocol) -> Bool {
            guard let parent = node.parent else { return false }
            return parent.is(ExtensionDeclSyntax.self) || parent.is(InheritedTypeSyntax.self)
                || parent.is(SomeOrAnyTypeSyntax.self) || parent.is(GenericParameterSyntax.self)
                || parent.is(ConformanceRequirementSyntax.self)
        }

        /// Returns whether a type is the element of a set or the key of a dictionary.
        private func isHashed(_ node: some TypeSyntaxProtocol) -> Bool {
            if let dictionary = node.parent?.as(DictionaryTypeSyntax.self) {
                return start(dictionary.key) == start(node)
            }
            return node.ancestor(IdentifierTypeSyntax.self)?.name.text == "Set"
        }

        /// Returns whether a type is part of an optional, a member type, a composition or a similar type.
        private func isPart(_ node: some TypeSyntaxProtocol) -> Bool {
            guard let parent = node.parent else { return false }
            return parent.is(OptionalTypeSyntax.self) || parent.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
                || parent.is(MetatypeTypeSyntax.self) || parent.is(MemberTypeSyntax.self)
                || parent.is(CompositionTypeElementSyntax.self) || parent.is(KeyPathExprSyntax.self)
        }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            if target == .async, mode != .resumed { lookForObstacles(in: node) }
            if mode != .resumed { addWitnesses(to: node) }
            return super.visit(node)
        }

        // MARK: Expressions

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            giveClosures(of: node)
            return .visitChildren
        }

        override func visitPost(_ node: FunctionCallExprSyntax) {
            guard isActive(node) else { return }
            // In the result of an earlier run, the completion is a call on the promise.
            if mode == .resumed, node.isFollowed(by: ["completed", "answered", "ended", "ignored"]) { return }
            rewrite(node)
            if style == .idiomatic {
                awaitContinuation(node)
                awaitCompletion(node)
            }
        }

        override func visitPost(_ node: MemberAccessExprSyntax) {
            guard isActive(node) else { return }
            renameUse(node)
            rewrite(node)
        }

        override func visitPost(_ node: DeclReferenceExprSyntax) {
            guard isActive(node) else { return }
            renameUse(node)
            rewrite(node)
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            renameDeclaration(node.name, in: node)
            if mode != .resumed { renameSlash(node) }
            return super.visit(node)
        }

        override func visitPost(_ node: FunctionDeclSyntax) {
            if mode != .resumed { returnSelf(of: node) }
            super.visitPost(node)
        }

        override func visitPost(_ node: InitializerDeclSyntax) {
            if mode != .resumed { makeFunction(of: node) }
            super.visitPost(node)
        }

        override func visitPost(_ node: ExtensionDeclSyntax) {
            if target == .async { moveMembers(of: node) }
            super.visitPost(node)
        }

        override func visitPost(_ node: SwitchExprSyntax) {
            if isActive(node) { rewrite(node) }
        }

        override func visitPost(_ node: PatternBindingSyntax) {
            if mode != .resumed { widen(node) }
            if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                let declaration = node.parent?.parent?.as(VariableDeclSyntax.self)
            {
                renameDeclaration(name, in: declaration)
            }
            super.visitPost(node)
            defineNode(node)
        }

        override func visitPost(_ node: UnresolvedTernaryExprSyntax) {
            if isActive(node) { widen(node) }
        }

        override func visitPost(_ node: SequenceExprSyntax) {
            guard isActive(node) else { return }
            renameSlashes(in: node)
            rewrite(node)
        }

        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            bindAssigned(in: node)
            return .visitChildren
        }
    }

    extension FunctionCallExprSyntax {
        /// Returns whether a member with any of some names is called on the result.
        func isFollowed(by names: Set<String>) -> Bool {
            guard let member = parent?.as(MemberAccessExprSyntax.self), member.base?.id == id else { return false }
            return names.contains(member.declName.baseName.text)
        }
    }
#endif
