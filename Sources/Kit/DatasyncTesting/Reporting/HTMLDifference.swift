import DatasyncDiagram

/// The text of a difference in the HTML report.
enum HTMLDifference {
    /// Appends the text: its sentence, then the lines of both sides in a table, so that long lines wrap in their column.
    static func add(_ text: String, to html: inout HTMLText) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        html.element("div", ["class": "difference"]) { html in
            html.element("p", text: String(lines[0]))
            guard let heads = lines.dropFirst().first, let bar = heads.firstRange(of: " | ") else {
                for line in lines.dropFirst() { html.element("p", text: String(line)) }
                return
            }
            let width = heads.distance(from: heads.startIndex, to: bar.lowerBound)
            html.element("table") { html in
                for (index, line) in lines.dropFirst().enumerated() {
                    html.element("tr", ["class": line.hasPrefix("    > ") ? "first" : nil]) { html in
                        for side in [line.prefix(width).dropFirst(6), line.dropFirst(width + 3)] {
                            html.element(index == 0 ? "th" : "td", text: String(side))
                        }
                    }
                }
            }
        }
    }
}
