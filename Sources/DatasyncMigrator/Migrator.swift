#if Migrator
    import SwiftDiagnostics
    import SwiftParser
    import SwiftParserDiagnostics
    import SwiftSyntax

    /// Rewrites files of the legacy dialect into another.
    ///
    /// It sees no types but those that the sources name: in the files themselves, and in the others of the same module that
    /// it is shown.
    public struct Migrator: Sendable {
        private let target: MigrationTarget
        private let declarations: Declarations
        private let others: [SourceFileSyntax]

        /// Prepares to rewrite.
        ///
        /// - Parameters:
        ///   - target: The dialect to rewrite into.
        ///   - sources: The texts of all files of the module, whose declarations tell the types of what the calls are made on.
        ///     Those that do not parse are passed over.
        public init(to target: MigrationTarget, seeing sources: [String] = []) {
            self.target = target
            others = sources.map { Parser.parse(source: $0) }.filter { !$0.hasError }
            // Properties whose kind only their initial value tells, in whatever file.
            declarations = others.reduce(Declarations(of: others)) { declarations, file in
                let inference = Inference(declarations)
                inference.walk(file)
                return inference.declarations
            }
        }

        /// Rewrites a file.
        ///
        /// - Parameter source: The text of the file.
        /// - Returns: The text afterwards, and what became of each call. A file that does not import the legacy dialect comes
        ///   back as it is.
        /// - Throws: ``MigrationError`` when it does not parse.
        public func migration(of source: String) throws(MigrationError) -> Migration {
            let file = Parser.parse(source: source)
            if file.hasError { throw MigrationError(file) }
            guard file.importsLegacy else { return Migration(text: source, sites: []) }
            // A file that stands alone brings its own declarations; what it says is what counts.
            let declarations =
                others.contains { $0.description.utf8.elementsEqual(source.utf8) }
                ? declarations : Declarations(of: others + [file])
            // Properties whose kind only their initial value tells are known after a first walk.
            let inference = Inference(declarations)
            inference.walk(file)
            let bytes = Array(source.utf8)
            let rewriter = Rewriter(file, inference.declarations, to: target, source: bytes)
            rewriter.walk(file)
            rewriter.finish()
            return rewriter.migration(of: source)
        }
    }

    extension Rewriter {
        /// What became of the file.
        fileprivate func migration(of text: String) -> Migration {
            let sites = sites.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            let whole = 0..<source.count
            if obstacle == nil, let text = Edit.apply(notes + edits.all, to: source, in: whole) {
                return Migration(text: text, sites: sites)
            }
            // The file stays one of the legacy dialect; the notes say where the obstacles are.
            let reason =
                obstacle.map { "the file is left as it is because of line \($0)" } ?? "the file could not be rewritten"
            let fresh = notes.filter { !hasNote($0) }
            return Migration(
                text: Edit.apply(fresh, to: source, in: whole) ?? text,
                sites: sites.map { site in
                    guard case .rewritten = site.outcome else { return site }
                    return .init(line: site.line, column: site.column, name: site.name, outcome: .left(reason: reason))
                })
        }

        /// Whether a note stands already where it would be put.
        private func hasNote(_ note: Edit) -> Bool {
            let text = Array(note.text.utf8)
            let place = note.range.lowerBound
            return place >= text.count && Array(source[(place - text.count)..<place]) == text
        }
    }

    extension SourceFileSyntax {
        fileprivate var importsLegacy: Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                token.text == "DatasyncLegacy" && token.ancestor(ImportDeclSyntax.self) != nil
            }
        }
    }

    extension MigrationError {
        fileprivate init(_ file: SourceFileSyntax) {
            let converter = SourceLocationConverter(fileName: "", tree: file)
            let first = ParseDiagnosticsGenerator.diagnostics(for: file).first
            let place = first?.location(converter: converter)
            line = place?.line ?? 1
            column = place?.column ?? 1
            message = first?.message ?? "it is no Swift source"
        }
    }
#endif
