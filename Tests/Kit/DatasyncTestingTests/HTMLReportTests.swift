import Testing

@testable import DatasyncTesting

/// `Tests/Tools/Reports/run` looks at the layout; this checks the content.
@Suite("The report as a page")
struct HTMLReportTests {
    private static func html(expecting lines: String) throws -> String {
        let text = """
            [{"name": "n", "data": {"a": 1}, "steps": [
               {"do": "subscribe", "id": "s", "client": "A", "path": "/a", "events": ["value"]},
               {"do": "disconnect", "client": "A"},
               {"do": "set", "client": "A", "path": "/a", "value": 2}],
              "expect": {"s": \(lines)}}]
            """
        let scenarios = try ScenarioReader.scenarios(in: Array(text.utf8), file: "x.json")
        return ConformanceReport(of: scenarios).html
    }

    @Test("the lines of both sides of a difference stand in a table, and the first that differs is marked")
    func difference() throws {
        let page = try Self.html(expecting: #"["value acked value=1", "value local value=3 | <4>"]"#)
        #expect(page.contains("<tr><th>expected"))
        #expect(page.contains("<tr><td>value acked value=1"))
        #expect(
            page.contains("<tr class=\"first\"><td>value local value=3 | &lt;4&gt;</td><td>value local value=2</td>"))
        #expect(!page.contains("<pre"))
    }

    @Test("a step names its client and, on a list without lanes, the connection that does not work")
    func clients() throws {
        let page = try Self.html(expecting: #"["value acked value=1", "value local value=2"]"#)
        #expect(!page.contains("class=\"difference\""))
        #expect(page.contains("<small class=\"narrow\">A: </small><b>disconnect</b>"))
        #expect(page.contains("<small class=\"narrow\">A (disconnected): </small><b>set</b>"))
        #expect(page.contains("<i class=\"arrow lost\""))
    }
}
