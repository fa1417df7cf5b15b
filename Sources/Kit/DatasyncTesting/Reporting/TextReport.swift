/// The report of a conformance run, as text for terminals.
struct TextReport {
    let usesColor: Bool

    /// Returns the text of a report: a block for each scenario, then the closing line.
    func text(of report: ConformanceReport) -> String {
        var blocks: [String] = []
        for (file, scenarios) in report.files {
            blocks.append(colored("── \(HTMLReport.theme(of: file)) ──", "1"))
            blocks += scenarios.map(text)
        }
        if let coverage = report.coverage { blocks.append(coverage.text) }
        blocks.append("\(report.countOfPassed) passed, \(report.countOfFailed) failed")
        return blocks.joined(separator: "\n\n")
    }

    private func text(of report: ScenarioReport) -> String {
        let mark = report.difference == nil ? colored("✓", "32") : colored("✕", "31")
        let rules = report.rules.isEmpty ? "" : " [\(report.rules.map(\.description).joined(separator: "; "))]"
        var lines = ["\(mark) \(colored(report.title, "1"))\(colored(rules, "2"))"]
        for (number, step) in report.steps.enumerated() {
            lines.append(text(of: step, number: number + 1, report))
            for row in step.rows { lines += self.lines(of: row, report.runs) }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns a step with an arrow that shows its client's connection.
    private func text(of step: ScenarioReport.Step, number: Int, _ report: ScenarioReport) -> String {
        guard let action = step.step else { return "     not delivered" }
        let (verb, object) = action.summary
        var arrow = "     "
        if let index = report.clients.firstIndex(where: { $0 == step.client }) {
            arrow =
                switch (action, step.connections[index]) {
                case (.disconnect, _): "──✕  "
                case (.release, _), (.connect, _): "◀──  "
                case (_, .connected): "──▶  "
                case (_, .held): "──▷  "
                case (_, .disconnected): "·    "
                }
        }
        let width = max(4, (report.clients.map(\.count).max() ?? 0) + 1)
        let client = (step.client ?? "").padded(to: width)
        return "\(String(number).leftPadded(to: 3))  \(client)\(arrow)\(colored(verb, "1")) \(object)"
    }

    private func lines(of row: ScenarioReport.Row, _ runs: [ScenarioRun]) -> [String] {
        var lines: [String] = []
        var run = 0
        while run < row.cells.count {
            let cell = row.cells[run]
            let next = row.cells[run...].firstIndex { $0 != cell } ?? row.cells.count
            let names = runs[run..<next].map(\.description).joined(separator: ", ")
            let suffix = next - run == row.cells.count ? "" : "  (\(names))"
            lines.append("     \(row.id.padded(to: 8)) \(text(of: cell, row.expected))\(colored(suffix, "2"))")
            run = next
        }
        return lines
    }

    private func text(of cell: ScenarioReport.Cell, _ expected: String?) -> String {
        switch cell {
        case .line(let line):
            switch TraceLine(line).isAcknowledged {
            case true?: colored("● \(line)", "32")
            case false?: colored("○ \(line)", "33")
            case nil: "■ \(line)"
            }
        case .different(let line): colored("✕ \(line)" + (expected.map { "  expected: \($0)" } ?? ""), "31")
        case .missing: colored("✕ nothing" + (expected.map { "  expected: \($0)" } ?? ""), "31")
        case .elsewhere: colored("· in another step", "2")
        case .unreported: colored("· no notice", "2")
        }
    }

    private func colored(_ text: String, _ code: String) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
