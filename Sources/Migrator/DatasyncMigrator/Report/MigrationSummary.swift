#if Migrator
    /// A report in readable form.
    struct MigrationSummary {
        /// The lines, each with its line feed.
        ///
        /// First each file that has calls or failed, then each call that is left, then each rewritten call that a
        /// person should check, then the totals.
        let text: String

        /// Creates the summary of a report.
        ///
        /// - Parameters:
        ///   - report: The results for the files.
        ///   - isDry: Whether no source was written.
        init(_ report: MigrationReport, isDry: Bool) {
            let blocks = [
                report.files.compactMap(Self.line), report.files.flatMap(Self.left),
                report.files.flatMap(Self.checks), Self.sums(report, isDry: isDry),
            ]
            text = blocks.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
        }

        private static func line(_ file: MigrationReport.File) -> String? {
            if let failure = file.failure {
                return "\(file.path):\(failure.line == nil ? " " : "")\(oneLine(failure.description))"
            }
            guard !file.sites.isEmpty else { return nil }
            let rewritten = file.countOfRewritten
            let left = file.sites.count - rewritten
            return "\(file.path): \(count(file.sites.count, "call")), \(rewritten) rewritten, \(left) left"
        }

        /// Returns a line for each reason why calls are left, with a count of the repetitions.
        private static func left(_ file: MigrationReport.File) -> [String] {
            var (lines, told): ([String], [String: Int]) = ([], [:])
            for site in file.sites {
                guard case .left(let reason) = site.outcome else { continue }
                if told[reason] == nil {
                    lines.append("\(file.path):\(site.line):\(site.column): \(oneLine(site.name)): \(oneLine(reason))")
                }
                told[reason, default: -1] += 1
            }
            // Repeated reasons are only counted.
            let more = told.values.reduce(0, +)
            return more == 0 ? lines : lines + ["\(file.path): \(more) more for the same reasons"]
        }

        /// Returns a line for each rewritten call that a person should check, without omissions.
        private static func checks(_ file: MigrationReport.File) -> [String] {
            file.sites.compactMap { site in
                site.advice.map { "\(file.path):\(site.line):\(site.column): \(oneLine(site.name)): \($0)" }
            }
        }

        private static func sums(_ report: MigrationReport, isDry: Bool) -> [String] {
            let totals = report.totals
            let failed = report.files.count { $0.failure != nil }
            var files = "\(count(totals.files, "file")): \(totals.changed) \(isDry ? "would change" : "changed")"
            if failed > 0 { files += ", \(failed) failed" }
            guard totals.sites > 0 else { return [files, "no calls of \(report.source.title)"] }
            let percentage = percentage(totals.rewritten, of: totals.sites)
            let calls =
                "\(count(totals.sites, "call")): \(totals.rewritten) rewritten (\(percentage) %), \(totals.left) left"
            let checks = report.files.reduce(0) { sum, file in sum + file.sites.count { $0.advice != nil } }
            return [files, checks == 0 ? calls : "\(calls), \(checks) to check"]
        }

        /// Returns a percentage with one decimal, rounded down so that only a complete part gives 100.
        static func percentage(_ part: Int, of whole: Int) -> String {
            let perMille = part * 1000 / whole
            return perMille.isMultiple(of: 10) ? "\(perMille / 10)" : "\(perMille / 10).\(perMille % 10)"
        }

        private static func count(_ number: Int, _ noun: String) -> String {
            "\(number) \(noun)\(number == 1 ? "" : "s")"
        }

        private static func oneLine(_ text: String) -> String {
            text.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
    }
#endif
