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
                <html lang="en"><head><meta charset="utf-8">
                <meta name="viewport" content="width=device-width,initial-scale=1">
                <meta name="color-scheme" content="light dark"><title>Migration</title><style>
                \(Self.style)
                </style></head><body>
                \(body)</body></html>

                """
        }

        /// The rules of the style sheet: colours for light and dark displays, and one column for both texts on a narrow page.
        private static let style = """
            :root { color-scheme: light dark; --ink: #1c2430; --page: #fff; --soft: #5b6675; --line: #d8dee6;
              --old: #ffe9e9; --new: #e6ffec; --note: #fff5cc }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --page: #12161c; --soft: #98a4b3;
              --line: #2d3642; --old: #451a20; --new: #12351f; --note: #3a2d10 } }
            * { box-sizing: border-box }
            body { font: 15px system-ui, sans-serif; margin: 2em; color: var(--ink); background: var(--page) }
            h1, h2, li { overflow-wrap: anywhere }
            table { border-collapse: collapse; width: 100%; table-layout: fixed; margin-bottom: 2em }
            td { font: 12px ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
              vertical-align: top; padding: 0 .5em }
            td.n { width: 4em; text-align: right; color: var(--soft); overflow-wrap: normal }
            td.gap { color: var(--soft); padding: .4em .5em; border: 1px dashed var(--line); text-align: center }
            .old { background: var(--old) } .new { background: var(--new) } .note { background: var(--note) }
            @media (max-width: 50rem) { body { margin: .8em } table, tbody { display: block }
              tr { display: flex; flex-wrap: wrap }
              td { flex: 0 0 calc(100% - 3.5em); margin-left: 3.5em } td:empty { display: none }
              td.n { flex: 0 0 3.5em; width: auto; margin: 0 } td.n + td { margin: 0 } .same + .same { display: none }
              td.gap { flex: 0 0 100%; margin: 0 } }
            """

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
                    if isLong, row == rows - 3 {
                        text += "<tr><td class=\"gap\" colspan=\"3\">\(rows - 6) equal lines</td></tr>\n"
                    }
                    let old = row < block.old.count ? block.old[row] : nil
                    let new = row < block.new.count ? block.new[row] : nil
                    let isNote = new?.contains(Migration.notePrefix) == true
                    let number = old == nil ? "" : "\(block.start + row)"
                    text += "<tr><td class=\"n\">\(number)</td>"
                    text += cell(old, block.isChanged ? "old" : "same")
                    text += cell(new, isNote ? "note" : block.isChanged ? "new" : "same") + "</tr>\n"
                }
            }
            return text + "</table>\n"
        }

        private static func cell(_ line: String?, _ kind: String) -> String {
            line.map { "<td class=\"\(kind)\">\(escape($0))</td>" } ?? "<td></td>"
        }

        private static func escape(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
    }
#endif
