#if Migrator
    import SwiftDiagnostics
    import SwiftParser
    import SwiftParserDiagnostics
    import SwiftSyntax

    /// A tool that rewrites files of an older dialect into another dialect.
    ///
    /// The migrator infers types only from the sources it is given: the file itself and the other files of the module.
    /// If it cannot infer a call's receiver, it leaves the call unchanged under a note.
    ///
    /// ```swift
    /// let migrator = Migrator(to: .async, seeing: [source])
    /// let migration = try migrator.migration(of: source)
    /// print(migration.text, migration.sites.count)
    /// ```
    public struct Migrator: Sendable {
        private let target: MigrationTarget
        private let style: MigrationStyle
        private let declarations: Declarations
        /// The files that provide declarations, in order and by their texts.
        private let others: [SourceFileSyntax]
        private let seen: [[UInt8]: SourceFileSyntax]
        /// Whether another file of the module imports the legacy dialect.
        private let isOfModule: Bool
        /// Whether a file sets the queue for completions, as far as the idiomatic style needs to know.
        private let setsDefaultQueue: Bool
        /// The pass that rewrites another source dialect into operations of the legacy dialect.
        let first: ObservePass?

        /// Creates a migrator.
        ///
        /// - Parameters:
        ///   - source: The dialect of the files.
        ///   - target: The dialect to rewrite into.
        ///   - style: The form of the rewritten code; only the async dialect has an idiomatic form.
        ///   - sources: The texts of all files of the module; their declarations determine the types of receivers.
        ///     Texts that do not parse are ignored.
        public init(
            from source: MigrationSource = .legacy, to target: MigrationTarget, style: MigrationStyle = .minimal,
            seeing sources: [String] = []
        ) {
            self.target = target
            self.style = target == .async ? style : .minimal
            first = source == .observe ? ObservePass(to: target, seeing: sources) : nil
            let files = (first?.texts ?? sources).map { (Array($0.utf8), Parser.parse(source: $0)) }
                .filter { !$0.1.hasError }
            others = files.map(\.1)
            seen = Dictionary(files) { first, _ in first }
            declarations = Declarations(inferredFrom: others)
            setsDefaultQueue = self.style == .idiomatic && others.contains { $0.names("defaultQueue") }
            isOfModule = others.contains(where: \.importsLegacy)
        }

        /// Rewrites a file.
        ///
        /// - Parameter source: The text of the file.
        /// - Returns: The new text, and the result for each call. In a file that does not import the source dialect,
        ///   only calls on receivers of a known type are rewritten. In a file that is already rewritten, only
        ///   statements under notes are rewritten.
        /// - Throws: ``MigrationError`` if the text does not parse.
        public func migration(of source: String) throws(MigrationError) -> Migration {
            if let first { return try migration(of: source, after: first) }
            guard let rewriter = try rewriter(for: source) else {
                return Migration(text: source, sites: Parser.parse(source: source).sitesOfNotes)
            }
            return rewriter.migration(of: source)
        }

        /// Walks a file.
        ///
        /// - Parameters:
        ///   - source: The text of the file.
        ///   - output: The result of the first pass, if `source` is its text; `nil` without one.
        /// - Returns: The rewriter with all edits; `nil` if the file does not use the dialect.
        /// - Throws: ``MigrationError`` if the text does not parse.
        func rewriter(for source: String, after output: ObservePass.Output? = nil) throws(MigrationError) -> Rewriter? {
            let bytes = Array(source.utf8)
            let file = seen[bytes] ?? Parser.parse(source: source)
            if file.hasError { throw MigrationError(file) }
            let hasNotes = !file.migrationNotes.isEmpty || output?.resumed.isEmpty == false
            let isResumed = !file.importsLegacy && file.importsSupport && hasNotes
            let isBystander = !file.importsLegacy && !file.importsSupport && isOfModule && seen[bytes] != nil
            guard file.importsLegacy || isResumed || isBystander else { return nil }
            // A file outside `sources` adds its declarations.
            let isSeen = seen[bytes] != nil
            let declarations = isSeen ? declarations : Declarations(of: others + [file])
            // A first pass infers the kinds of properties from their initial values.
            let inference = Inference(declarations)
            inference.walk(file)
            func walk(besides mistaken: Set<SyntaxIdentifier>, keepingOnDisconnect: Bool = false) -> Rewriter {
                let rewriter = Rewriter(file, inference.declarations, to: target, style: style, source: bytes)
                if style == .idiomatic { rewriter.otherFiles = others }
                rewriter.setsDefaultQueue = setsDefaultQueue || style == .idiomatic && file.names("defaultQueue")
                rewriter.keepsOnDisconnect = keepingOnDisconnect
                rewriter.mode = isResumed ? .resumed : isBystander ? .bystander : .whole
                if style == .idiomatic, rewriter.mode == .whole { rewriter.collectVariables(besides: mistaken) }
                if let output { rewriter.take(output) }
                rewriter.walk(file)
                return rewriter
            }
            var rewriter = walk(besides: [])
            let mistaken = rewriter.mistakenQueries
            if !mistaken.isEmpty { rewriter = walk(besides: mistaken) }
            if rewriter.leavesWritesOnDisconnect { rewriter = walk(besides: mistaken, keepingOnDisconnect: true) }
            rewriter.finish()
            return rewriter
        }
    }

    extension Declarations {
        /// Collects the declarations of files and infers the kinds of properties without annotation.
        init(inferredFrom files: [SourceFileSyntax], in dialect: SourceDialect = .legacy) {
            // The initial value may be in any file and may use a property of a later file, so two rounds are needed.
            self = (files + files).reduce(Declarations(of: files, in: dialect)) { declarations, file in
                let inference = Inference(declarations)
                inference.walk(file)
                return inference.declarations
            }
        }
    }

    extension Rewriter {
        /// Returns the result for the file.
        func migration(of text: String) -> Migration {
            let sites = sites.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            let whole = 0..<source.count
            if obstacle == nil, let text = Edit.apply(edits.all, to: source, in: whole) {
                guard let lost = firstLostComment(in: text) else {
                    return Migration(text: text, sites: sites, maps: [OffsetMap(edits.all)])
                }
                giveUpAtImport("a comment would get lost here; move it: \(lost)")
            }
            // The file stays in the legacy dialect; the notes name the obstacles.
            let reason =
                obstacle.map { "the file keeps its dialect because of line \($0)" } ?? "the file could not be rewritten"
            return Migration(
                text: Edit.apply(cleaning + notes, to: source, in: whole) ?? text,
                sites: sites.map { site in
                    guard case .rewritten = site.outcome else { return site }
                    return .init(line: site.line, column: site.column, name: site.name, outcome: .left(reason: reason))
                }, maps: [OffsetMap(cleaning + notes)])
        }
    }

    extension SourceFileSyntax {
        /// The sites of the notes that an earlier run left.
        var sitesOfNotes: [Migration.Site] {
            let converter = SourceLocationConverter(fileName: "", tree: self)
            return migrationNotes.filter { !$0.text.contains(SourceRewriter.reasonOfForm) }.map { note in
                let place = converter.location(for: AbsolutePosition(utf8Offset: note.offset))
                let reason = String(note.text.dropFirst(Migration.notePrefix.count))
                return .init(line: place.line, column: place.column, name: "note", outcome: .left(reason: reason))
            }
        }

        fileprivate var importsLegacy: Bool { imports("DatasyncLegacy") }

        /// Returns whether the file uses a name.
        func names(_ name: String) -> Bool { tokens(viewMode: .sourceAccurate).contains { $0.text == name } }

        var importsSupport: Bool { imports("DatasyncLegacyToCallback") || imports("DatasyncLegacyToAsync") }

        func imports(_ module: String) -> Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                token.text == module && token.ancestor(ImportDeclSyntax.self) != nil
            }
        }
    }

    extension MigrationError {
        init(_ file: SourceFileSyntax) {
            let converter = SourceLocationConverter(fileName: "", tree: file)
            let first = ParseDiagnosticsGenerator.diagnostics(for: file).first
            let place = first?.location(converter: converter)
            line = place?.line ?? 1
            column = place?.column ?? 1
            message = first?.message ?? "it is no Swift source"
        }
    }
#endif
