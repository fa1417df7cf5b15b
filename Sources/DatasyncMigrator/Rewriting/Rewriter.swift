#if Migrator
    import SwiftParser
    import SwiftSyntax

    /// Walks a file and collects the edits for each call.
    ///
    /// A call that it cannot decide stays unchanged under a note; the support module declares the old name on the new
    /// type.
    final class Rewriter: Inference {
        let target: MigrationTarget
        let words: any DialectNames
        let source: [UInt8]
        var edits = EditList()
        /// The notes above calls that are left unchanged.
        private(set) var notes: [Edit] = []
        /// The edits that remove the notes of an earlier run.
        private(set) var cleaning: [Edit] = []
        private(set) var sites: [Migration.Site] = []
        /// The reason why the file as a whole cannot be rewritten.
        private(set) var obstacle: String?
        private let file: SourceFileSyntax
        /// Whether an inserted text needs Foundation.
        var needsFoundation = false
        private var importsFoundation = false
        /// The line terminator of the file.
        let newline: String
        private let converter: SourceLocationConverter
        private var noted: Set<Int> = []
        private var imports: [ImportDeclSyntax] = []
        /// Which parts of the file are rewritten.
        enum Mode {
            case whole
            /// Statements under notes of an earlier run.
            case resumed
            /// Calls on receivers of a known type, in a file that does not import the dialect.
            case bystander
        }

        var mode = Mode.whole {
            didSet { notedStatements = mode == .resumed ? statementsUnderNotes() : [] }
        }

        /// The notes of an earlier run, with the ranges of the statements below them.
        private var notedStatements: [(note: Edit, statement: Range<Int>)] = []
        /// The new names of members that extensions add, by type and by old name.
        let renames: [String: [String: String]]

        init(_ file: SourceFileSyntax, _ declarations: Declarations, to target: MigrationTarget, source: [UInt8]) {
            self.target = target
            self.source = source
            self.file = file
            newline = source.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
            words = target == .callback ? CallbackDialectNames() : AsyncNames()
            converter = SourceLocationConverter(fileName: "", tree: file)
            renames = Self.renames(declarations, words)
            super.init(declarations)
            cleaning = file.migrationNotes.map { note in
                let line = lineStart(of: note.offset)..<note.offset + note.text.utf8.count
                let end = source[line.upperBound...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? source.count
                return Edit(range: line.lowerBound..<end, text: "", order: 0)
            }
            for edit in cleaning { edits.append(edit.range, edit.text) }
        }

        // MARK: Text

        func start(_ node: some SyntaxProtocol) -> Int { node.positionAfterSkippingLeadingTrivia.utf8Offset }
        func end(_ node: some SyntaxProtocol) -> Int { node.endPositionBeforeTrailingTrivia.utf8Offset }

        /// Returns the text of a node with the edits inside it applied.
        func text(_ node: some SyntaxProtocol) -> String {
            let range = start(node)..<end(node)
            return Edit.apply(edits.inside(range), to: source, in: range) ?? node.trimmedDescription
        }

        /// Returns whether a range contains a comment, which a replacement would remove.
        func hasComment(_ range: Range<Int>) -> Bool {
            var token = file.token(at: AbsolutePosition(utf8Offset: range.lowerBound))
            while let current = token, current.position.utf8Offset < range.upperBound {
                if current.comments.contains(where: { range.contains($0.offset) }) { return true }
                token = current.nextToken(viewMode: .sourceAccurate)
            }
            return false
        }

        /// Replaces a range and the edits inside it, except insertions at its start.
        func replace(_ range: Range<Int>, with text: String) {
            edits.remove(inside: range) { !$0.range.isEmpty || $0.range.lowerBound > range.lowerBound }
            edits.append(range, text)
        }

        /// Replaces a node and all edits inside it.
        func replace(_ node: some SyntaxProtocol, with text: String) {
            let range = start(node)..<end(node)
            edits.remove(inside: range)
            edits.append(range, text)
        }

        /// Replaces a name and leaves insertions before and after it in place.
        func rename(_ name: TokenSyntax, to text: String) {
            edits.append(start(name)..<end(name), text)
        }

        /// Inserts a text before all insertions at the same offset.
        func prepend(_ text: String, at offset: Int) { edits.prepend(text, at: offset) }

        func insert(_ text: String, at offset: Int) { edits.append(offset..<offset, text) }

        // MARK: Resuming

        private func statementsUnderNotes() -> [(note: Edit, statement: Range<Int>)] {
            zip(file.migrationNotes, cleaning).compactMap { note, edit in
                guard var token = file.token(at: AbsolutePosition(utf8Offset: note.offset)) else { return nil }
                if token.position.utf8Offset > note.offset || start(token) < note.offset {
                    guard let next = token.nextToken(viewMode: .sourceAccurate) else { return nil }
                    token = next
                }
                var statement = Syntax(token)
                var current = Syntax(token)
                while let parent = current.parent, start(parent) == start(token) {
                    if parent.is(CodeBlockItemSyntax.self) || parent.is(MemberBlockItemSyntax.self) {
                        statement = parent
                    }
                    current = parent
                }
                return (edit, start(statement)..<end(statement))
            }
        }

        /// Returns whether a node may be rewritten.
        func isActive(_ node: some SyntaxProtocol) -> Bool {
            mode != .resumed || notedStatements.contains { $0.statement.contains(start(node)) }
        }

        /// Restores the notes of statements that are as they were.
        private func restoreNotes() {
            guard mode == .resumed else { return }
            for (note, statement) in notedStatements {
                let line = lineStart(of: statement.lowerBound)..<statement.upperBound
                let inner = notedStatements.filter { $0.statement != statement && statement.overlaps($0.note.range) }
                let changes = edits.inside(line).filter { edit in
                    !edit.text.contains(Migration.notePrefix) && !inner.contains { $0.note.range == edit.range }
                        && !source[edit.range].elementsEqual(edit.text.utf8)
                }
                guard changes.isEmpty else { continue }
                edits.remove(inside: note.range)
                edits.remove(inside: line) { edit in !inner.contains { $0.note.range == edit.range } }
                let lines = (statement.lowerBound, statement.upperBound)
                sites.removeAll { site in
                    let offset = offset(of: site)
                    return offset >= lines.0 && offset < lines.1
                }
                let text = String(decoding: source[note.range], as: UTF8.self)
                let reason = text.drop { $0 != "M" }.dropFirst("MIGRATE: ".count).split(whereSeparator: \.isNewline)
                let place = converter.location(for: AbsolutePosition(utf8Offset: statement.lowerBound))
                sites.append(
                    .init(
                        line: place.line - 1, column: place.column, name: "note",
                        outcome: .left(reason: reason.first.map(String.init) ?? "")))
            }
        }

        private func offset(of site: Migration.Site) -> Int {
            converter.position(ofLine: site.line, column: site.column).utf8Offset
        }

        // MARK: Sites

        private func site(_ node: some SyntaxProtocol, _ name: String, _ outcome: Migration.Site.Outcome) {
            let place = converter.location(for: node.positionAfterSkippingLeadingTrivia)
            sites.append(.init(line: place.line, column: place.column, name: name, outcome: outcome))
        }

        func recordRewrite(_ name: TokenSyntax, _ text: String? = nil) {
            site(name, text ?? name.text.trimmingBackticks, .rewritten)
        }

        /// Leaves a call unchanged, with a note above its statement.
        func annotate(_ name: TokenSyntax, _ reason: String) {
            guard mode != .bystander else { return }
            site(name, name.text.trimmingBackticks, .left(reason: reason))
            note("\(name.text.trimmingBackticks): \(reason)", above: name)
        }

        /// Gives up rewriting the file, with a note above a node.
        func giveUp(at node: some SyntaxProtocol, _ reason: String) {
            obstacle = obstacle ?? "\(converter.location(for: node.positionAfterSkippingLeadingTrivia).line): \(reason)"
            // Only calls are sites; an obstacle may also be a declaration.
            if let name = node.as(TokenSyntax.self) { site(name, name.text.trimmingBackticks, .left(reason: reason)) }
            note(reason, above: node)
        }

        private func note(_ reason: String, above node: some SyntaxProtocol) {
            var statement = Syntax(node)
            while let parent = statement.parent {
                let isStatement = statement.is(CodeBlockItemSyntax.self) || statement.is(MemberBlockItemSyntax.self)
                if isStatement, statement.ancestor(StringLiteralExprSyntax.self) == nil { break }
                statement = parent
            }
            let offset = start(statement)
            let lineStart = lineStart(of: offset)
            // A line that begins inside a multiline string literal cannot hold a note.
            if let literal = file.token(at: AbsolutePosition(utf8Offset: lineStart))?.ancestor(
                StringLiteralExprSyntax.self),
                start(literal) < lineStart
            {
                return note(reason, above: literal)
            }
            guard noted.insert(lineStart).inserted else { return }
            let indent = source[lineStart..<offset].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let text = "\(String(decoding: indent, as: UTF8.self))\(Migration.notePrefix)\(reason)\(newline)"
            notes.append(Edit(range: lineStart..<lineStart, text: text, order: .min))
            edits.prepend(text, at: lineStart)
        }

        /// Returns the offset of the line's first character, after a byte order mark.
        private func lineStart(of offset: Int) -> Int {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if let newline = source[..<offset].lastIndex(of: UInt8(ascii: "\n")) { return newline + 1 }
            return source.starts(with: mark) ? mark.count : 0
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

        /// Returns the first comment of the file that a rewritten text lacks.
        func firstLostComment(in text: String) -> String? {
            func comments(_ file: SourceFileSyntax) -> [String] {
                file.comments.map(\.text).filter { !$0.hasPrefix(Migration.notePrefix) }
            }
            var counts: [String: Int] = [:]
            for comment in comments(Parser.parse(source: text)) { counts[comment, default: 0] += 1 }
            return comments(file).first { comment in
                counts[comment, default: 0] -= 1
                return counts[comment, default: 0] < 0
            }
        }

        /// Whether the rewritten file calls a step of the support module, or has a note.
        private var usesSupport: Bool {
            guard obstacle == nil, sites.allSatisfy({ $0.outcome == .rewritten }),
                let text = Edit.apply(edits.all, to: source, in: 0..<source.count)
            else { return true }
            let names = words.steps
            return Parser.parse(source: text).tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
        }

        /// Adds the imports of the support module, if it is needed, and of Foundation.
        func finish() {
            restoreNotes()
            let usesSupport = usesSupport
            for node in imports {
                let indent = String(decoding: source[lineStart(of: start(node))..<start(node)], as: UTF8.self)
                let separator = indent.allSatisfy(\.isWhitespace) ? newline + indent : "; "
                // The attributes and the access level before the keyword are repeated.
                let before = String(decoding: source[start(node)..<start(node.importKeyword)], as: UTF8.self)
                if usesSupport { insert("\(separator)\(before)import \(words.support)", at: end(node)) }
                if needsFoundation, !importsFoundation { insert("\(separator)import Foundation", at: end(node)) }
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
            } else if base == "Webcom" || base == "DatasyncLegacy.Webcom", !declarations.types.contains("Webcom"),
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
            if !isQualified, declarations.types.contains(name.text) { return }
            if name.text == "Self", target == .async, enclosing.last == "Webcom",
                node.parent?.is(ReturnClauseSyntax.self) == true || node.ancestor(ReturnClauseSyntax.self) != nil
            {
                return replace(node, with: words.reference)
            }
            let snapshot =
                isConstraint(node) ? words.snapshotConstraint : isPart(node) ? snapshotType : snapshotTypeAlone
            if let type = type(for: name.text, snapshot: snapshot) { return replace(node, with: type) }
            if ["OnDisconnect", "Listenable", "EventNames"].contains(name.text) {
                annotate(name, "there is no such type; see \(words.guide)")
            }
            let isTaken = declarations.types.contains(name.text)
            if isQualified { replace(node, with: isTaken ? "\(words.support).\(name.text)" : name.text) }
        }

        /// Returns the name of a legacy type in the new dialect; `nil` for a name that stays.
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

        /// Returns whether a type is part of an optional, a member type, a composition or a similar type.
        private func isPart(_ node: some TypeSyntaxProtocol) -> Bool {
            guard let parent = node.parent else { return false }
            return parent.is(OptionalTypeSyntax.self) || parent.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
                || parent.is(MetatypeTypeSyntax.self) || parent.is(MemberTypeSyntax.self)
                || parent.is(CompositionTypeElementSyntax.self) || parent.is(KeyPathExprSyntax.self)
        }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            if target == .async, mode != .resumed { lookForObstacles(in: node) }
            return super.visit(node)
        }

        // MARK: Expressions

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            giveClosures(of: node)
            return .visitChildren
        }

        override func visitPost(_ node: FunctionCallExprSyntax) {
            guard isActive(node) else { return }
            // The result of an earlier run has its completion as a call on the promise.
            if mode == .resumed, node.isFollowed(by: ["completed", "answered", "ended", "ignored"]) { return }
            rewrite(node)
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
            let elements = Array(node.elements)
            if elements.count == 3, elements[1].is(AssignmentExprSyntax.self) {
                bindParameters(kind(of: elements[0]), to: elements[2])
            }
            return .visitChildren
        }
    }

    extension FunctionCallExprSyntax {
        /// Returns whether a member with one of some names is called on the result.
        func isFollowed(by names: Set<String>) -> Bool {
            guard let member = parent?.as(MemberAccessExprSyntax.self), member.base?.id == id else { return false }
            return names.contains(member.declName.baseName.text)
        }
    }
#endif
