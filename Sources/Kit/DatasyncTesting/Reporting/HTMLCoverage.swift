import DatasyncDiagram

/// The table of the numbered rules in the HTML report.
enum HTMLCoverage {
    /// Appends the table: one part for each page, with the scenarios and tests of each rule.
    static func add(_ coverage: RuleCoverage, to html: inout HTMLText) {
        html.element("section", ["id": "coverage"]) { html in
            html.element("h2", text: "Rules")
            for page in coverage.pages { add(page, coverage, &html) }
            for citation in coverage.unknown {
                html.element("p", ["class": "bad"], text: citation)
            }
        }
    }

    private static func add(_ page: String, _ coverage: RuleCoverage, _ html: inout HTMLText) {
        let rows = coverage.rows.filter { $0.rule.reference.page == page }
        let uncovered = rows.count { !$0.isCovered }
        html.add(markup: uncovered == 0 ? "<details>" : "<details class=\"failed\" open>")
        html.element("summary") { html in
            html.element("span", ["class": uncovered == 0 ? "mark" : "mark bad"], text: uncovered == 0 ? "✓" : "✕")
            html.element("span", ["class": "name"], text: page)
            html.element("span", ["class": "tag"], text: "\(rows.count - uncovered) of \(rows.count)")
        }
        html.element("table") { html in
            html.add(markup: "<thead><tr><th>rule<th>text<th>scenarios<th>tests</thead>")
            for row in rows {
                html.element("tr", ["class": row.isCovered ? nil : "bad"]) { html in
                    html.element("td", text: row.rule.reference.number)
                    html.element("td", text: row.rule.text)
                    addNames(row.scenarios, &html)
                    addNames(row.tests, &html)
                }
            }
        }
        html.add(markup: "</details>\n")
    }

    private static func addNames(_ names: [String], _ html: inout HTMLText) {
        html.element("td") { html in
            guard !names.isEmpty else { return html.add("–") }
            html.element("details") { html in
                html.element("summary", text: "\(names.count)")
                html.element("ul") { html in
                    for name in names { html.element("li", text: name) }
                }
            }
        }
    }
}
