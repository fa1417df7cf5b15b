import Testing

@testable import DatasyncTesting

@Suite("The report of a conformance run")
struct ConformanceReportTests {
    private static let text = """
        [{"name": "a <local> value is acknowledged [events 7.16]", "data": {"n": 0},
          "steps": [
            {"do": "subscribe", "id": "s1", "client": "A", "path": "/n", "events": ["value"], "acks": true},
            {"do": "hold", "client": "A"},
            {"do": "set", "client": "A", "path": "/n", "value": "<b>&"},
            {"do": "release", "client": "A"},
            {"do": "unsubscribe", "id": "s1"}],
          "expect": {"s1": ["value acked value=0", "value local value=\\"<b>&\\"", "LAST", "cancelled"]}}]
        """

    private static func scenario(last: String = "value_ack acked value=\\\"<b>&\\\"") throws -> Scenario {
        let bytes = Array(text.replacing("LAST", with: last).utf8)
        return try #require(try ScenarioReader.scenarios(in: bytes, file: "folder/values.json").first)
    }

    private typealias Outcome = ScenarioRun.Outcome

    /// Makes a report of two runs with given lines of s1, each with the index of its step.
    private static func report(
        _ scenario: Scenario, legacy: [(Int, String)], async: [(Int, String)]
    ) -> ScenarioReport {
        let outcome = { (lines: [(Int, String)], reporting: Set<String>) in
            Outcome(
                entries: lines.map { Outcome.Entry(id: "s1", client: "A", line: $1, step: $0) },
                reportingCancellation: reporting)
        }
        return ScenarioReport(
            scenario,
            [
                (ScenarioRun(.dialect(.legacy), throughText: false), outcome(legacy, [])),
                (ScenarioRun(.dialect(.async), throughText: false), outcome(async, ["s1"])),
            ])
    }

    @Test("each step has the lines that it caused, and the connections of the clients")
    func steps() throws {
        let report = ScenarioReport(try Self.scenario(), runs: Conformance.allRuns)
        #expect(report.difference == nil)
        #expect(report.title == "a <local> value is acknowledged")
        #expect(report.rules.map(\.description) == ["events 7.16"])
        #expect(report.steps.map { $0.rows.map(\.id) } == [["s1"], [], ["s1"], ["s1", "writes"], ["s1"]])
        #expect(report.steps.map(\.connections) == [[.connected], [.held], [.held], [.connected], [.connected]])
        #expect(report.steps.map(\.client) == ["A", "A", "A", "A", "A"])
        let last = try #require(report.steps.last?.rows.first)
        // The legacy dialect has no cancellation notice; it also makes the first subscription of the mixed runs.
        let notice = ScenarioReport.Cell.line("cancelled")
        #expect(last.cells == [.unreported, notice, notice, .unreported, .unreported, notice, notice])
        #expect(report.steps.flatMap(\.rows).allSatisfy { !$0.isDifferent })
    }

    @Test("a line that differs, is missing, surplus or in another step is marked in its run")
    func differences() throws {
        let scenario = try Self.scenario()
        let report = Self.report(
            scenario,
            legacy: [(0, "value acked value=0"), (2, "value acked value=1")],
            async: [
                (0, "value acked value=0"), (3, "value local value=\"<b>&\""),
                (3, "value_ack acked value=\"<b>&\""), (3, "value acked value=7"),
            ])
        #expect(report.difference?.contains("line 2 differs") == true)
        let cells = report.steps.map { step in step.rows.map(\.cells) }
        #expect(cells[0] == [[.line("value acked value=0"), .line("value acked value=0")]])
        #expect(cells[2] == [[.different("value acked value=1"), .elsewhere]])
        #expect(
            cells[3] == [
                [.elsewhere, .line("value local value=\"<b>&\"")],
                [.missing, .line("value_ack acked value=\"<b>&\"")],
                [.missing, .different("value acked value=7")],
            ])
        #expect(cells.last == [[.unreported, .missing]], "the expected cancellation comes in no run")
        #expect(report.steps.last?.step == nil)
    }

    @Test("the page escapes all data and needs no script and no other file")
    func page() throws {
        let html = ConformanceReport(of: [try Self.scenario()]).html
        #expect(html.contains("a &lt;local&gt; value is acknowledged"))
        #expect(html.contains("&lt;b&gt;&amp;"))
        #expect(!html.contains("<b>&"))
        for forbidden in ["<script", "http:", "https:", "src=", "@import", "url(", " onclick"] {
            #expect(!html.contains(forbidden), "\(forbidden)")
        }
        #expect(html.contains("@media(prefers-color-scheme:dark)"))
        let opened = html.split(separator: "<").filter { $0.hasPrefix("div") }.count
        #expect(opened == html.split(separator: "<").filter { $0.hasPrefix("/div") }.count)
        #expect(opened > 10)
        #expect(html.contains("<details>"))
    }

    @Test("a failed scenario is open, with its first difference; its differences stand out")
    func failed() throws {
        let report = ConformanceReport(of: [try Self.scenario(last: "value_ack local"), try Self.scenario()])
        #expect((report.countOfPassed, report.countOfFailed) == (1, 1))
        #expect(report.differences.count == 1)
        #expect(report.html.contains("<details class=\"failed\" open>"))
        #expect(report.html.contains("<small>expected: value_ack local</small>"))
        #expect(report.html.contains("<a href=\"#file-values\" class=\"bad\">values <small>1 of 2</small></a>"))
    }

    @Test("the text has a line for each step and each line, with the runs of a difference")
    func text() throws {
        let scenario = try Self.scenario()
        let run = ScenarioRun(.dialect(.async), throughText: false)
        let text = ConformanceReport(of: [scenario], runs: [run]).text(usesColor: false)
        #expect(
            text == """
                ── values ──

                ✓ a <local> value is acknowledged [events 7.16]
                  1  A   ──▶  subscribe s1 /n · value · acks
                     s1       ● value acked value=0
                  2  A   ──▷  hold the back end does not respond to A
                  3  A   ──▷  set /n ← "<b>&"
                     s1       ○ value local value="<b>&"
                  4  A   ◀──  release the back end responds to A
                     s1       ● value_ack acked value="<b>&"
                     writes   ■ set /n ok
                  5  A   ──▶  unsubscribe s1
                     s1       ■ cancelled

                1 passed, 0 failed
                """)
        let failed = ConformanceReport(of: [try Self.scenario(last: "value_ack local")]).text(usesColor: true)
        #expect(failed.contains("✕ value_ack acked value=\"<b>&\"  expected: value_ack local\u{1B}[0m"))
        #expect(failed.contains("· no notice\u{1B}[0m\u{1B}[2m  (legacy)\u{1B}[0m"))
        #expect(failed.hasSuffix("0 passed, 1 failed"))
    }
}
