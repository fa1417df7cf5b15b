#if Migrator
    /// The text that `--explain` prints: the calls of a line, their results, and the remedies.
    struct LineExplanation {
        /// The lines, each with its line feed.
        let text: String

        /// Creates the explanation of a line.
        ///
        /// - Parameters:
        ///   - change: The file, its text, and the result.
        ///   - line: The number of the line, from 1.
        init(_ change: (name: String, old: String, migration: Migration), line: Int) {
            let sites = change.migration.sites.filter { $0.line == line }
            let comparison = SideBySide(change.old, change.migration.text)
            var lines = ["\(change.name):\(line)"]
            for site in sites {
                switch site.outcome {
                case .rewritten:
                    lines.append("  column \(site.column), \(site.name): is rewritten")
                    if let advice = site.advice { lines.append("    remedy: \(advice)") }
                case .left(let reason):
                    lines.append("  column \(site.column), \(site.name): is left")
                    lines.append("    reason: \(reason)")
                    lines.append("    remedy: \(Self.remedy(for: reason))")
                }
            }
            if sites.isEmpty { lines.append("  no call of the older dialect begins in this line") }
            if let block = comparison.block(at: line) {
                lines += block.old.map { "  - \($0)" } + block.new.map { "  + \($0)" }
            }
            text = lines.map { $0 + "\n" }.joined()
        }

        /// Returns the remedy for a note.
        private static func remedy(for reason: String) -> String {
            if reason.contains("not known here") {
                return "write the type of the variable, parameter or property that the call is made on, such as"
                    + " `: Webcom` or `: DataSnapshot`, or give the module of its type with --see, and run the tool again"
            }
            if reason.contains("no event is called") { return "correct the name of the event, and run the tool again" }
            if reason.contains("comment") { return "move the comment to a line of its own, and run the tool again" }
            if reason.contains("rename") { return "rename the declaration, and run the tool again" }
            return "change the call by hand as the note says; Migration/README.md names the guide for its dialect"
        }
    }
#endif
