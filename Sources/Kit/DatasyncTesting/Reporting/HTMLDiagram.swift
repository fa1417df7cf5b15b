/// The sequence diagram of a scenario, as a grid of HTML elements.
///
/// On a narrow page the style sheet shows the same elements as a list: without lanes, but with the names of clients and runs.
struct HTMLDiagram {
    private let report: ScenarioReport
    private let layout: DiagramLayout
    /// The next row of the grid.
    private var row = 2
    /// The row in which the current state of each client began.
    private var states: [(state: ScenarioReport.ConnectionState, row: Int)]
    private var body = HTMLText()

    init(_ report: ScenarioReport) {
        self.report = report
        layout = DiagramLayout(clients: report.clients, runs: report.runs)
        states = report.clients.map { _ in (.connected, 2) }
    }

    /// Appends the diagram of a scenario.
    static func add(_ report: ScenarioReport, to html: inout HTMLText) {
        var diagram = HTMLDiagram(report)
        diagram.addAll()
        html.element("div", ["class": "diagram", "style": diagram.layout.columns]) { html in
            html.add(markup: diagram.body.text)
        }
    }

    private mutating func addAll() {
        for (number, step) in report.steps.enumerated() {
            addStep(step, number: number + 1)
            for event in step.rows { addEvent(event) }
        }
        addHeads()
        addLifelines()
    }

    private mutating func addStep(_ step: ScenarioReport.Step, number: Int) {
        let lane = layout.lane(ofClient: step.client)
        let client = step.client.map { $0 + (lane > 0 ? Self.note(on: states[lane - 1].state) : "") + ": " }
        for (index, state) in step.connections.enumerated() where states[index].state != state {
            addLifeline(ofClient: index)
            states[index] = (state, row)
        }
        place("i", "rule-off", from: 1, to: layout.end(ofLane: layout.laneCount - 1)) { _ in }
        if step.step != nil {
            place("b", "number", from: 1, to: 2) { $0.add("\(number)") }
        }
        let summary = step.step?.summary ?? (verb: "not delivered", object: "")
        // The lanes of the runs are empty in this row, so the label can be wider than its arrow.
        let start = lane == 0 ? layout.start(ofLane: 0) : layout.centre(ofLane: 0)
        place("div", lane == 0 ? "label note" : "label", from: start, to: layout.end(ofLane: layout.laneCount - 1)) {
            html in
            html.element("span") { html in
                if let client { html.element("small", ["class": "narrow"], text: client) }
                html.element("b", text: summary.verb)
                html.add(" ")
                html.element("code", text: summary.object)
            }
        }
        row += 1
        guard lane > 0 else { return }
        // The arrow has a row of its own, so that the cross on it does not cover the label.
        let kind = Self.kind(of: step, report.clients)
        place("i", kind, from: layout.centre(ofLane: 0), to: layout.centre(ofLane: lane)) { html in
            if kind.hasSuffix("lost") || kind.hasSuffix("unsent") { html.element("b", text: "✕") }
        }
        row += 1
    }

    /// Returns the words for a connection that does not work.
    private static func note(on state: ScenarioReport.ConnectionState) -> String {
        switch state {
        case .connected: ""
        case .held: " (no responses)"
        case .disconnected: " (disconnected)"
        }
    }

    /// Returns the classes for the arrow of a step.
    private static func kind(of step: ScenarioReport.Step, _ clients: [String]) -> String {
        guard let index = clients.firstIndex(where: { $0 == step.client }) else { return "" }
        switch step.step {
        case .disconnect, .end: return "arrow lost"
        case .hold: return "arrow holding"
        case .release, .connect: return "arrow reply"
        case nil, .subscribe, .unsubscribe, .write, .authenticate, .rules, .advance: break
        }
        return switch step.connections[index] {
        case .connected: "arrow"
        case .held: "arrow waiting"
        case .disconnected: "arrow unsent"
        }
    }

    private mutating func addEvent(_ event: ScenarioReport.Row) {
        let line = event.cells.lazy.compactMap(\.text).first.map(TraceLine.init)
        let tone = event.isDifferent ? "bad" : Self.tone(of: line)
        if let client = event.client {
            let start = layout.centre(ofLane: layout.lane(ofClient: client))
            place("i", "wire \(tone)", from: start, to: layout.names) { _ in }
        }
        place("div", "event \(tone)", from: layout.names, to: layout.names + 1) { $0.add(event.id) }
        var run = 0
        while run < event.cells.count {
            let cell = event.cells[run]
            let next = event.cells[run...].firstIndex { $0 != cell } ?? event.cells.count
            let (from, to) = (layout.lane(ofRun: run), layout.lane(ofRun: next - 1))
            let names = next - run == event.cells.count ? [] : report.runs[run..<next].map(\.description)
            addCell(cell, event.expected, names, from: layout.start(ofLane: from), to: layout.end(ofLane: to))
            run = next
        }
        row += 1
    }

    /// Adds a chip.
    ///
    /// - Parameters:
    ///   - cell: The content.
    ///   - expected: The line that the scenario requires.
    ///   - names: The names of the runs that the chip stands for; empty for all.
    ///   - from: The grid line at the left edge.
    ///   - to: The grid line at the right edge.
    private mutating func addCell(
        _ cell: ScenarioReport.Cell, _ expected: String?, _ names: [String], from: Int, to: Int
    ) {
        let tone =
            switch cell {
            case .line(let line): Self.tone(of: TraceLine(line))
            case .different, .missing: "bad"
            case .elsewhere, .unreported: "quiet"
            }
        place("div", "chip \(tone)", from: from, to: to) { html in
            if !names.isEmpty { html.element("small", ["class": "narrow"], text: names.joined(separator: ", ")) }
            switch cell {
            case .line(let line):
                Self.add(TraceLine(line), to: &html)
            case .different(let line):
                Self.add(TraceLine(line), to: &html)
                html.element("small", text: expected.map { "expected: \($0)" } ?? "not expected here")
            case .missing:
                html.element("b", text: "nothing")
                html.element("small", text: expected.map { "expected: \($0)" } ?? "other runs delivered an event")
            case .elsewhere:
                html.add("in another step")
            case .unreported:
                html.add("no notice")
            }
        }
    }

    private static func add(_ line: TraceLine, to html: inout HTMLText) {
        html.element("b", text: line.kind)
        if let key = line.key {
            html.add(" ")
            html.element("code", ["class": "key"], text: key)
        }
        if let previous = line.previous {
            html.element("i", text: previous == "null" ? " first" : " after \(previous)")
        }
        if let value = line.value {
            html.add(" ")
            html.element("code", text: value)
        }
        if let status = line.status {
            html.add(" ")
            html.element("em", text: status)
        }
        if let isAcknowledged = line.isAcknowledged {
            html.element("u", text: isAcknowledged ? "acked" : "local")
        }
    }

    /// Returns the class for a line's colour.
    private static func tone(of line: TraceLine?) -> String {
        guard let line else { return "bad" }
        if let isAcknowledged = line.isAcknowledged { return isAcknowledged ? "acked" : "local" }
        return line.kind == "revoked" || line.status.map { $0 != "ok" } == true ? "refused" : "done"
    }

    private mutating func addHeads() {
        let heads = ["back end"] + report.clients.map { "client \($0)" } + report.runs.map(\.description)
        for (lane, head) in heads.enumerated() {
            let kind = lane == 0 ? "head" : lane <= report.clients.count ? "head client" : "head run"
            body.element(
                "div", ["class": kind, "style": Self.style("1", layout.start(ofLane: lane), layout.end(ofLane: lane))],
                text: head)
        }
    }

    private mutating func addLifelines() {
        for index in report.clients.indices { addLifeline(ofClient: index) }
        for lane in 0..<layout.laneCount where lane == 0 || lane > report.clients.count {
            addLifeline(lane == 0 ? "life" : "life run", lane: lane, from: 2)
        }
    }

    private mutating func addLifeline(ofClient index: Int) {
        let (state, start) = states[index]
        let kind =
            switch state {
            case .connected: "life"
            case .held: "life held"
            case .disconnected: "life off"
            }
        addLifeline(kind, lane: index + 1, from: start)
    }

    private mutating func addLifeline(_ kind: String, lane: Int, from start: Int) {
        guard start < row else { return }
        let (line, end) = (layout.centre(ofLane: lane), layout.end(ofLane: lane))
        body.element("i", ["class": kind, "style": "grid-area:\(start)/\(line)/\(row)/\(end)"]) { _ in }
    }

    private mutating func place(
        _ name: String, _ kind: String, from: Int, to: Int, _ content: (inout HTMLText) -> Void
    ) {
        body.element(name, ["class": kind, "style": Self.style("\(row)", from, to)], content)
    }

    private static func style(_ row: String, _ from: Int, _ to: Int) -> String {
        DiagramLayout.place(row: row, from: from, to: to)
    }
}
