#if Migrator
    import Foundation
    import SwiftParser
    import SwiftSyntax

    @testable import DatasyncMigrator

    /// The counts of one rewritten program, or of several.
    struct MigrationFigure {
        /// The folder of the programs to measure; `nil` in other runs of the tests.
        static let folder = ProcessInfo.processInfo.environment["MIGRATION_CORPUS"]

        private(set) var rewritten = 0
        private(set) var left = 0
        private(set) var programs = 1
        /// The names that only the dialect has, with neither a rewriting nor a note, with their lines.
        private(set) var silentNames: [String] = []
        var builds = 0
        /// The number of programs with a trace, and of those with an equal trace afterwards.
        var traces = 0
        var equalTraces = 0

        private var calls: Int { rewritten + left + silentNames.count }

        /// Creates a sum without programs.
        init() { programs = 0 }

        init(_ migration: Migration, of file: CorpusFile, from source: MigrationSource) {
            let sites = migration.sites.filter { $0.name != "configure" }
            rewritten = sites.count { $0.outcome == .rewritten }
            left = sites.count - rewritten
            let places = Set(migration.sites.map { "\($0.line):\($0.column)" })
            let tree = Parser.parse(source: file.text)
            let converter = SourceLocationConverter(fileName: "", tree: tree)
            let dialect = source == .observe ? SourceDialect.observe : .legacy
            let declarations = Declarations(of: [tree], in: dialect)
            let tokens = tree.tokens(viewMode: .sourceAccurate)
            let variables = Set(tokens.filter { $0.parent?.is(IdentifierPatternSyntax.self) == true }.map(\.text))
            for token in tokens where dialect.distinct[token.text] != nil {
                // A variable of the program may have the name of a member.
                let isMember = token.parent?.parent?.is(MemberAccessExprSyntax.self) == true
                guard token.parent?.is(DeclReferenceExprSyntax.self) == true,
                    isMember || !variables.contains(token.text),
                    declarations.functions(named: token.text).isEmpty, !declarations.isMember(token.text)
                else { continue }
                // A dictionary has a method of that name too.
                let label = token.nextToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
                if token.text == "removeValue", label?.text == "forKey" { continue }
                let place = converter.location(for: token.positionAfterSkippingLeadingTrivia)
                if !places.contains("\(place.line):\(place.column)") {
                    silentNames.append("\(token.text) in line \(place.line)")
                }
            }
        }

        mutating func add(_ other: MigrationFigure) {
            rewritten += other.rewritten
            left += other.left
            silentNames += other.silentNames
            programs += other.programs
            builds += other.builds
            traces += other.traces
            equalTraces += other.equalTraces
        }

        static let head = Self.line("program", "form", ["calls", "rewritten", "left", "silent", "builds", "trace"])

        func row(_ program: String, _ form: String) -> String {
            let trace = traces == 0 ? "-" : equalTraces == 1 ? "equal" : "differs"
            return Self.line(
                program, form,
                ["\(calls)", "\(rewritten)", "\(left)", "\(silentNames.count)", builds == 1 ? "yes" : "no", trace])
        }

        /// Returns the percentages of a sum.
        func summary(_ name: String) -> String {
            let share = String(format: "%.1f", 100 * Double(rewritten) / Double(max(calls, 1)))
            return "\(name): \(rewritten) of \(calls) calls rewritten (\(share) %), \(left) left under notes, "
                + "\(silentNames.count) silent; \(builds) of \(programs) programs build, "
                + "\(equalTraces) of \(traces) traces equal"
        }

        private static func line(_ program: String, _ form: String, _ columns: [String]) -> String {
            func padded(_ text: String, _ width: Int) -> String {
                text + String(repeating: " ", count: max(0, width - text.count))
            }
            return padded(program, 26) + padded(form, 18) + columns.map { padded($0, 11) }.joined()
        }
    }
#endif
