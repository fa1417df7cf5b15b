#if Migrator
    import SwiftParser
    import SwiftSyntax

    /// A visitor that collects a file's edits, the notes above calls that are left, and the result for each call.
    class SourceRewriter: Inference {
        let source: [UInt8]
        var edits = EditList()
        /// The notes above calls that are left unchanged.
        private(set) var notes: [Edit] = []
        /// The edits that remove the notes of an earlier run.
        private(set) var cleaning: [Edit] = []
        private(set) var sites: [Migration.Site] = []
        /// The offsets of the names of code that keeps its form under a note.
        private(set) var keptForms: [Int] = []
        /// The reason why the file as a whole cannot be rewritten.
        private(set) var obstacle: String?
        let file: SourceFileSyntax
        /// The line terminator of the file.
        let newline: String
        let converter: SourceLocationConverter
        private var noted: Set<Int> = []
        /// The declarations with a note, by identifier and reason.
        private var notedDeclarations: Set<String> = []
        /// The parts of the file that are rewritten.
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

        /// A note of an earlier run.
        private struct NotedStatement {
            let note: Edit
            /// The range of the statement below the note.
            let statement: Range<Int>
            /// The other statements to which the note applies.
            let others: [Range<Int>]
            /// Whether the statement is already rewritten, and the note only says why it keeps its form.
            let isForm: Bool
        }

        private var notedStatements: [NotedStatement] = []

        /// Statements whose notes an earlier pass has resolved.
        var resumedStatements: [Range<Int>] = []

        init(_ file: SourceFileSyntax, _ declarations: Declarations, source: [UInt8]) {
            self.source = source
            self.file = file
            newline = source.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
            converter = SourceLocationConverter(fileName: "", tree: file)
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

        /// Returns a node's text with its inner edits applied.
        func text(_ node: some SyntaxProtocol) -> String {
            let range = start(node)..<end(node)
            return Edit.apply(edits.inside(range), to: source, in: range) ?? node.trimmedDescription
        }

        /// Returns whether a range contains a comment that a replacement would remove.
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

        /// Replaces a name; insertions before and after it stay in place.
        func rename(_ name: TokenSyntax, to text: String) {
            edits.append(start(name)..<end(name), text)
        }

        /// Inserts text before all insertions at the same offset.
        func prepend(_ text: String, at offset: Int) { edits.prepend(text, at: offset) }

        func insert(_ text: String, at offset: Int) { edits.append(offset..<offset, text) }

        /// Returns the file's first comment that is missing in a rewritten text.
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

        // MARK: Resuming

        private func statementsUnderNotes() -> [NotedStatement] {
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
                let others = Subject(ofNote: note.text).map { $0.statements(after: statement) } ?? []
                return NotedStatement(
                    note: edit, statement: start(statement)..<end(statement),
                    others: others.map { start($0)..<end($0) }, isForm: note.text.contains(Self.reasonOfForm))
            }
        }

        /// Returns whether a node may be rewritten.
        func isActive(_ node: some SyntaxProtocol) -> Bool {
            mode != .resumed || notedStatements.contains { !$0.isForm && $0.statement.contains(start(node)) }
                || notedStatements.contains { $0.others.contains { $0.contains(start(node)) } }
                || resumedStatements.contains { $0.contains(start(node)) }
        }

        /// Restores the notes of statements that have not changed.
        ///
        /// - Returns: The statements under notes that are rewritten.
        @discardableResult
        func restoreNotes() -> [Range<Int>] {
            notedStatements.flatMap { noted -> [Range<Int>] in
                let statement = noted.statement
                let line = lineStart(of: statement.lowerBound)..<statement.upperBound
                let inner = notedStatements.filter { $0.statement != statement && statement.overlaps($0.note.range) }
                let changes = edits.inside(line).filter { edit in
                    !edit.text.contains(Migration.notePrefix) && !inner.contains { $0.note.range == edit.range }
                        && !source[edit.range].elementsEqual(edit.text.utf8)
                }
                guard changes.isEmpty else { return [statement] + noted.others }
                restore(noted) { edit in !inner.contains { $0.note.range == edit.range } }
                sites.removeAll { site in
                    site.outcome != .rewritten && noted.others.contains { $0.contains(offset(of: site)) }
                }
                return []
            }
        }

        /// Restores a note and removes its statement's edits that meet a condition.
        private func restore(_ noted: NotedStatement, where isMeant: (Edit) -> Bool) {
            let (note, statement) = (noted.note, noted.statement)
            edits.remove(inside: note.range)
            edits.remove(inside: lineStart(of: statement.lowerBound)..<statement.upperBound, where: isMeant)
            sites.removeAll { statement.contains(offset(of: $0)) }
            if noted.isForm { return }
            let text = String(decoding: source[note.range], as: UTF8.self)
            let reason = text.drop { $0 != "M" }.dropFirst("MIGRATE: ".count).split(whereSeparator: \.isNewline)
            let place = converter.location(for: AbsolutePosition(utf8Offset: statement.lowerBound))
            sites.append(
                .init(
                    line: place.line - 1, column: place.column, name: "note",
                    outcome: .left(reason: reason.first.map(String.init) ?? "")))
        }

        /// Returns the offset of a call.
        func offset(of site: Migration.Site) -> Int {
            converter.position(ofLine: site.line, column: site.column).utf8Offset
        }

        // MARK: Sites

        func site(
            _ node: some SyntaxProtocol, _ name: String, _ outcome: Migration.Site.Outcome, advice: String? = nil
        ) {
            let place = converter.location(for: node.positionAfterSkippingLeadingTrivia)
            sites.append(.init(line: place.line, column: place.column, name: name, outcome: outcome, advice: advice))
        }

        func recordRewrite(_ name: TokenSyntax, _ text: String? = nil, advice: String? = nil) {
            site(name, text ?? name.text.trimmingBackticks, .rewritten, advice: advice)
        }

        /// Leaves a call unchanged, with a note above its statement.
        func annotate(_ name: TokenSyntax, _ reason: String) {
            guard mode != .bystander else { return }
            site(name, name.text.trimmingBackticks, .left(reason: reason))
            note("\(name.text.trimmingBackticks): \(reason)", above: name)
        }

        /// Leaves a call on a value that cannot be decided, with one note for all such calls on that value.
        ///
        /// The note is above the first call.
        func annotate(_ name: TokenSyntax, _ reason: String, about subject: Subject) {
            guard mode != .bystander else { return }
            let key = "\(declaration(of: subject.root)) \(subject.path): \(reason)"
            if notedDeclarations.insert(key).inserted { return annotate(name, reason) }
            site(name, name.text.trimmingBackticks, .left(reason: reason))
        }

        /// The part of a note that says why rewritten code keeps its form.
        static let reasonOfForm = " keeps its form, because "

        /// Leaves the form of otherwise rewritten code, with a note above its statement.
        ///
        /// The note is advice for a rewritten call, so that each style has the same calls.
        ///
        /// - Parameters:
        ///   - name: The name of the code with the form.
        ///   - form: The word for the form.
        ///   - reason: The reason why the form stays.
        ///   - call: The name of the call that the advice is for; `name` by default.
        func keepForm(_ name: TokenSyntax, _ form: String, _ reason: String, of call: TokenSyntax? = nil) {
            guard mode != .bystander else { return }
            let text = "\(form)\(Self.reasonOfForm)\(reason)"
            keptForms.append(start(name))
            let offset = start(call ?? name)
            if let index = sites.lastIndex(where: { self.offset(of: $0) == offset && $0.outcome == .rewritten }) {
                sites[index] = sites[index].advised(text)
            }
            note("\(name.text.trimmingBackticks): \(text)", above: name)
        }

        /// Returns whether a call in a range is left, or code in it keeps its form.
        func hasNote(in range: Range<Int>) -> Bool {
            keptForms.contains(where: range.contains)
                || sites.contains { $0.outcome != .rewritten && range.contains(offset(of: $0)) }
        }

        /// Gives up rewriting the file, with a note above a node.
        func giveUp(at node: some SyntaxProtocol, _ reason: String) {
            obstacle = obstacle ?? "\(converter.location(for: node.positionAfterSkippingLeadingTrivia).line): \(reason)"
            // Only calls are sites; an obstacle may also be a declaration.
            if let name = node.as(TokenSyntax.self) { site(name, name.text.trimmingBackticks, .left(reason: reason)) }
            note(reason, above: node)
        }

        /// Inserts a note above the statement of a node.
        func note(_ reason: String, above node: some SyntaxProtocol) {
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
        func lineStart(of offset: Int) -> Int {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if let newline = source[..<offset].lastIndex(of: UInt8(ascii: "\n")) { return newline + 1 }
            return source.starts(with: mark) ? mark.count : 0
        }
    }
#endif
