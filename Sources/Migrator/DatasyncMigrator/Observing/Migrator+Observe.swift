#if Migrator
    import SwiftParser
    import SwiftSyntax

    extension Migrator {
        /// Rewrites a file of the observe dialect in two passes.
        ///
        /// If the second pass leaves a call, the first pass leaves it too, so that the call stays as it was.
        func migration(of source: String, after first: ObservePass) throws(MigrationError) -> Migration {
            var refused: [Int: String] = [:]
            while true {
                guard let observing = try first.rewriter(for: source, refusing: refused) else {
                    return Migration(text: source, sites: Parser.parse(source: source).sitesOfNotes)
                }
                guard let output = ObservePass.Output(observing),
                    let rewriter = try rewriter(for: output.text, after: output)
                else { return Migration(text: source, sites: observing.sites.map(\.unfinished)) }
                let original = SourceLocationConverter(fileName: "", tree: Parser.parse(source: source))
                let result = rewriter.migration(of: output.text)
                let moved = result.sites.map { site in
                    let place = output.map.old(rewriter.offset(of: site))
                    return MovedSite(site: site, offset: place.offset, isInserted: place.isInserted)
                }
                if rewriter.obstacle != nil || result.sites.contains(where: { $0.outcome == .unfinished }) {
                    return givenUp(source, output, rewriter, moved)
                }
                let known = Set(output.sites.filter { $0.outcome == .rewritten }.map { original.offset(of: $0) })
                let newly = moved.compactMap(\.refusal).filter { known.contains($0.0) && refused[$0.0] == nil }
                guard newly.isEmpty else {
                    refused.merge(newly) { first, _ in first }
                    continue
                }
                let advised = output.sites.map { site in
                    moved.first { $0.advises(site, in: original) }?.site.advice.map(site.advised) ?? site
                }
                let sites = advised + moved.compactMap { $0.site(in: original, besides: output.sites) }
                return Migration(
                    text: result.text, sites: sites.sorted { ($0.line, $0.column) < ($1.line, $1.column) },
                    maps: [output.map] + result.maps)
            }
        }

        /// Returns the unchanged file with the notes of the second pass at its obstacles.
        private func givenUp(
            _ source: String, _ output: ObservePass.Output, _ rewriter: Rewriter, _ moved: [MovedSite]
        ) -> Migration {
            let original = SourceRewriter(
                Parser.parse(source: source), Declarations(of: [], in: .observe), source: Array(source.utf8))
            let notes = rewriter.notes.map { note in
                let line = original.lineStart(of: output.map.old(note.range.lowerBound).offset)
                return Edit(range: line..<line, text: note.text, order: note.order)
            }
            let reason = rewriter.obstacle.map { "the file keeps its dialect because of line \($0)" }
            let left = Migration.Site.Outcome.left(reason: reason ?? "the file could not be rewritten")
            let sites = moved.filter { !$0.isInserted && $0.refusal != nil }.compactMap { site in
                site.site(in: original.converter, besides: output.sites)
            }
            let kept = output.sites.map { site in
                Migration.Site(line: site.line, column: site.column, name: site.name, outcome: left)
            }
            let text = Edit.apply(original.cleaning + notes, to: original.source, in: 0..<original.source.count)
            return Migration(
                text: text ?? source, sites: (kept + sites).sorted { ($0.line, $0.column) < ($1.line, $1.column) },
                maps: [OffsetMap(original.cleaning + notes)])
        }
    }

    /// A call of the second pass with its position in the original file.
    private struct MovedSite {
        let site: Migration.Site
        let offset: Int
        /// Whether the call is in text that the first pass inserted.
        let isInserted: Bool

        /// The reason why the call is left, with its offset.
        var refusal: (Int, String)? {
            guard case .left(let reason) = site.outcome else { return nil }
            return (offset, reason)
        }

        /// Returns whether the call is one that the first pass has rewritten, with advice of the second pass.
        func advises(_ known: Migration.Site, in original: SourceLocationConverter) -> Bool {
            site.advice != nil && site.outcome == .rewritten && known.outcome == .rewritten
                && original.offset(of: known) == offset
        }

        /// Returns the call at its position in the original file; `nil` if the first pass has reported it.
        func site(in original: SourceLocationConverter, besides known: [Migration.Site]) -> Migration.Site? {
            if isInserted, site.outcome == .rewritten, site.advice == nil { return nil }
            let place = original.location(for: AbsolutePosition(utf8Offset: offset))
            if known.contains(where: { $0.line == place.line && $0.column == place.column }) { return nil }
            return Migration.Site(
                line: place.line, column: place.column, name: site.name, outcome: site.outcome, advice: site.advice)
        }
    }

    extension Migration.Site.Outcome {
        /// The result for each call of a file with edits that cannot be applied.
        static let unfinished = Self.left(reason: "the file could not be rewritten")
    }

    extension Migration.Site {
        /// The call, as a call of a file with edits that cannot be applied.
        fileprivate var unfinished: Migration.Site {
            Migration.Site(line: line, column: column, name: name, outcome: .unfinished)
        }
    }

    extension SourceLocationConverter {
        fileprivate func offset(of site: Migration.Site) -> Int {
            position(ofLine: site.line, column: site.column).utf8Offset
        }
    }

    extension Rewriter {
        /// Takes over the notes and the statements of the first pass.
        func take(_ output: ObservePass.Output) {
            carried = output.carried
            resumedStatements = output.resumed
            needsFoundation = output.needsFoundation
            followsObservePass = true
            keepWitnesses()
            if mode != .resumed { noteCarried() }
        }
    }
#endif
