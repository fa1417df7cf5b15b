#if Migrator
    import SwiftParser
    import SwiftSyntax

    /// The first pass over files of the observe dialect; it rewrites them into operations of the legacy dialect.
    struct ObservePass: Sendable {
        /// The result of the pass over a file.
        struct Output: Sendable {
            /// The text for the second pass.
            let text: String
            let sites: [Migration.Site]
            /// The notes above calls that are left, by their offset in the text.
            let carried: [(offset: Int, text: String)]
            /// The statements under notes of an earlier run that are rewritten now, as ranges of the text.
            let resumed: [Range<Int>]
            /// The mapping between the offsets of the original and of the text.
            let map: OffsetMap
            let needsFoundation: Bool

            /// Applies the edits of a rewriter; `nil` if they overlap or remove a comment.
            init?(_ rewriter: ObserveRewriter) {
                let edits = rewriter.edits.all
                guard let text = Edit.apply(edits, to: rewriter.source, in: 0..<rewriter.source.count),
                    rewriter.firstLostComment(in: text) == nil
                else { return nil }
                let map = OffsetMap(edits)
                self.text = text
                self.map = map
                sites = rewriter.sites
                carried = rewriter.carried.map { (map.new($0.offset), $0.text) }
                resumed = rewriter.resumed.map { map.new($0.lowerBound)..<map.new($0.upperBound) }
                needsFoundation = rewriter.needsFoundation
            }
        }

        private let target: MigrationTarget
        private let declarations: Declarations
        private let seen: [[UInt8]: SourceFileSyntax]
        /// Whether a file of the module imports the dialect.
        private let isOfModule: Bool
        /// The texts of all files for the second pass.
        private(set) var texts: [String] = []

        init(to target: MigrationTarget, seeing sources: [String]) {
            self.target = target
            let files = sources.map { (Array($0.utf8), Parser.parse(source: $0)) }.filter { !$0.1.hasError }
            seen = Dictionary(files) { first, _ in first }
            declarations = Declarations(inferredFrom: files.map(\.1), in: .observe)
            isOfModule = files.contains { $0.1.importsObserve }
            texts = sources.map { source in (try? rewriter(for: source)).flatMap(Output.init)?.text ?? source }
        }

        /// Rewrites a file.
        ///
        /// - Parameters:
        ///   - source: The text of the file.
        ///   - refused: The reasons why the second pass cannot rewrite calls, by the offset of the call's name.
        /// - Returns: The rewriter with all edits; `nil` if the file does not use the dialect.
        /// - Throws: ``MigrationError`` if the text does not parse.
        func rewriter(
            for source: String, refusing refused: [Int: String] = [:]
        ) throws(MigrationError) -> ObserveRewriter? {
            let bytes = Array(source.utf8)
            let file = seen[bytes] ?? Parser.parse(source: source)
            if file.hasError { throw MigrationError(file) }
            let isResumed = !file.importsObserve && file.importsSupport && !file.migrationNotes.isEmpty
            let isBystander = !file.importsObserve && !file.importsSupport && isOfModule && seen[bytes] != nil
            guard file.importsObserve || isResumed || isBystander else { return nil }
            let isSeen = seen[bytes] != nil
            let known = isSeen ? declarations : Declarations(inferredFrom: Array(seen.values) + [file], in: .observe)
            let inference = Inference(known)
            inference.walk(file)
            let rewriter = ObserveRewriter(
                file, inference.declarations, to: target, source: bytes, refusing: refused)
            rewriter.mode = isResumed ? .resumed : isBystander ? .bystander : .whole
            rewriter.walk(file)
            rewriter.finish()
            return rewriter
        }
    }

    extension SourceFileSyntax {
        /// Whether the file imports a module of the observe dialect.
        var importsObserve: Bool { SourceDialect.observe.modules.contains(where: imports) }
    }
#endif
