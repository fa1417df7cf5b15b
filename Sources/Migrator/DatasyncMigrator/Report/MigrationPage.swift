#if Migrator
    /// An HTML page with the totals, the notes, and each changed file side by side.
    struct MigrationPage {
        /// The page.
        let text: String

        /// Creates the page.
        ///
        /// - Parameters:
        ///   - changes: The files, their texts, and the results.
        ///   - target: The dialect into which the files are rewritten.
        init(_ changes: [(name: String, old: String, migration: Migration)], to target: MigrationTarget) {
            let sites = changes.flatMap(\.migration.sites)
            let rewritten = sites.count { $0.outcome == .rewritten }
            let percentage = sites.isEmpty ? "100" : MigrationSummary.percentage(rewritten, of: sites.count)
            var body = "<h1>Migration to the \(target.rawValue) dialect</h1>\n"
            body += "<p>\(changes.count) files, \(sites.count) calls, \(rewritten) rewritten (\(percentage) %), "
            body += "\(sites.count - rewritten) left under notes.</p>\n"
            body += Self.notes(changes)
            for change in changes where change.old != change.migration.text { body += Self.file(change) }
            text = """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>Migration</title><style>
                body { font: 15px system-ui, sans-serif; margin: 2em }
                table { border-collapse: collapse; width: 100%; table-layout: fixed; margin-bottom: 2em }
                td { font: 12px ui-monospace, monospace; white-space: pre-wrap; vertical-align: top; padding: 0 .5em }
                td.n { width: 3em; text-align: right; color: #888 }
                .old { background: #ffe9e9 } .new { background: #e6ffec } .note { background: #fff5cc }
                </style></head><body>
                \(body)</body></html>

                """
        }

        private static func notes(_ changes: [(name: String, old: String, migration: Migration)]) -> String {
            let rows = changes.flatMap { change in
                change.migration.sites.compactMap { site -> String? in
                    guard let remark = site.remark else { return nil }
                    let place = "\(change.name):\(site.line):\(site.column)"
                    return "<li><code>\(escape(place))</code> <b>\(escape(site.name))</b>: \(escape(remark))</li>\n"
                }
            }
            return rows.isEmpty ? "<p>No notes.</p>\n" : "<h2>Notes</h2>\n<ul>\n\(rows.joined())</ul>\n"
        }

        private static func file(_ change: (name: String, old: String, migration: Migration)) -> String {
            var text = "<h2>\(escape(change.name))</h2>\n<table>\n"
            for block in SideBySide(change.old, change.migration.text).blocks {
                let rows = max(block.old.count, block.new.count)
                // In a long equal block, only the lines next to a change are shown.
                let isLong = !block.isChanged && rows > 8
                for row in 0..<rows where !isLong || row < 3 || row >= rows - 3 {
                    let old = row < block.old.count ? block.old[row] : nil
                    let new = row < block.new.count ? block.new[row] : nil
                    let isNote = new?.contains(Migration.notePrefix) == true
                    let number = old == nil ? "" : "\(block.start + row)"
                    text += "<tr><td class=\"n\">\(number)</td>"
                    text += "<td\(block.isChanged && old != nil ? " class=\"old\"" : "")>\(escape(old ?? ""))</td>"
                    let style = isNote ? " class=\"note\"" : block.isChanged && new != nil ? " class=\"new\"" : ""
                    text += "<td\(style)>\(escape(new ?? ""))</td></tr>\n"
                }
            }
            return text + "</table>\n"
        }

        private static func escape(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
    }
#endif
