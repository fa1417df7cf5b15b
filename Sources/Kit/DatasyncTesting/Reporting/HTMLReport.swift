import DatasyncDiagram
import DatasyncTree

/// The report of a conformance run as one page that needs no other files and no scripts.
struct HTMLReport {
    private let report: ConformanceReport
    private var html = HTMLText()

    /// Returns the text of the page.
    static func text(of report: ConformanceReport) -> String {
        var page = HTMLReport(report: report)
        page.addSummary()
        if let coverage = report.coverage { HTMLCoverage.add(coverage, to: &page.html) }
        for (file, scenarios) in report.files { page.addFile(file, scenarios) }
        let title = "Conformance: \(report.countOfPassed) passed, \(report.countOfFailed) failed"
        return HTMLText.page(titled: title, style: HTMLStyle.text) { $0.add(markup: page.html.text) }
    }

    private init(report: ConformanceReport) { self.report = report }

    private mutating func addSummary() {
        let (passed, failed) = (report.countOfPassed, report.countOfFailed)
        html.element("header") { html in
            html.element("h1", text: "Conformance")
            html.element("p", ["class": "lead"]) { html in
                html.add(failed == 0 ? "All dialects deliver the same events." : "The runs differ.")
            }
            html.element("div", ["class": "tiles"]) { html in
                Self.tile("passed", "\(passed)", "good", &html)
                Self.tile("failed", "\(failed)", failed == 0 ? "" : "bad", &html)
                Self.tile("runs of each", "\(report.runNames.count)", "", &html)
                Self.tile("events compared", "\(report.countOfEvents)", "", &html)
                if let coverage = report.coverage {
                    let all = coverage.rows.count
                    let covered = all - coverage.rows.count { !$0.isCovered }
                    Self.tile("rules covered", "\(covered) of \(all)", covered == all ? "good" : "bad", &html)
                }
            }
            html.element("p", ["class": "runs"]) { html in
                html.add("Runs: \(report.runNames.joined(separator: ", ")).")
            }
            Self.addLegend(&html)
        }
        html.element("nav") { html in
            for (file, scenarios) in report.files {
                let failed = scenarios.count { $0.difference != nil }
                let attributes: KeyValuePairs<String, String?> = [
                    "href": "#" + Self.anchor(file), "class": failed == 0 ? nil : "bad",
                ]
                html.element("a", attributes) { html in
                    html.add(Self.theme(of: file) + " ")
                    html.element("small", text: failed == 0 ? "\(scenarios.count)" : "\(failed) of \(scenarios.count)")
                }
            }
        }
    }

    private static func tile(_ name: String, _ value: String, _ kind: String, _ html: inout HTMLText) {
        html.element("div", ["class": "tile \(kind)"]) { html in
            html.element("strong", text: value)
            html.element("span", text: name)
        }
    }

    private static func addLegend(_ html: inout HTMLText) {
        html.element("p", ["class": "legend"]) { html in
            for (kind, text) in [
                ("local", "local: not acknowledged yet"), ("acked", "acknowledged by the back end"),
                ("done", "completion"), ("refused", "refused or revoked"), ("bad", "difference"),
            ] {
                html.element("span", ["class": "chip \(kind)"], text: text)
            }
            html.add(markup: "<span class=\"key-line\"><i class=\"sample held\"></i>no responses</span>")
            html.add(markup: "<span class=\"key-line\"><i class=\"sample off\"></i>disconnected</span>")
        }
        html.element("p", ["class": "hint"]) { html in
            html.add("Time runs downwards. A chip that spans several runs is one line that all of them delivered. ")
            html.add("Open a scenario to see its diagram.")
        }
    }

    private mutating func addFile(_ file: String, _ scenarios: [ScenarioReport]) {
        let failed = scenarios.count { $0.difference != nil }
        html.element("section", ["id": Self.anchor(file)]) { html in
            html.element("h2") { html in
                html.add(Self.theme(of: file) + " ")
                html.element(
                    "small", text: failed == 0 ? "\(scenarios.count) passed" : "\(failed) of \(scenarios.count) failed")
            }
            for scenario in scenarios { Self.add(scenario, to: &html) }
        }
    }

    private static func add(_ report: ScenarioReport, to html: inout HTMLText) {
        let isFailed = report.difference != nil
        html.add(markup: isFailed ? "<details class=\"failed\" open>" : "<details>")
        html.element("summary") { html in
            html.element("span", ["class": isFailed ? "mark bad" : "mark"], text: isFailed ? "✕" : "✓")
            html.element("span", ["class": "name"], text: report.title)
            for rule in report.rules { html.element("span", ["class": "tag"], text: rule.description) }
        }
        addStart(report.scenario, &html)
        HTMLDiagram.add(report, to: &html)
        if let difference = report.difference { HTMLDifference.add(difference, to: &html) }
        html.add(markup: "</details>\n")
    }

    private static func addStart(_ scenario: Scenario, _ html: inout HTMLText) {
        var parts: [(name: String, value: String)] = []
        if !scenario.data.isNull { parts.append(("data", scenario.data.text)) }
        if let rules = scenario.rules { parts.append(("rules", rules.text)) }
        if scenario.skew != 0 { parts.append(("clients' clocks", "\(scenario.skew) ms")) }
        guard !parts.isEmpty else { return }
        html.element("p", ["class": "start"]) { html in
            html.add("At the start: ")
            for (index, part) in parts.enumerated() {
                html.add((index == 0 ? "" : " · ") + part.name + " ")
                html.element("code", text: part.value)
            }
        }
    }

    /// Returns the name of a file without its folders and extension.
    static func theme(of file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }

    private static func anchor(_ file: String) -> String {
        "file-" + theme(of: file).map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    }
}
