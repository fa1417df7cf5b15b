import DatasyncDiagram

/// The sequence diagram of a scenario, with the runs side by side.
struct HTMLDiagram {
    private let report: ScenarioReport
    private var diagram: SequenceDiagram
    /// The row in which the current state of each client began.
    private var states: [(state: ScenarioReport.ConnectionState, row: Int)]

    init(_ report: ScenarioReport) {
        self.report = report
        diagram = SequenceDiagram(DiagramLayout(clients: report.clients, runCount: report.runs.count))
        states = report.clients.map { _ in (.connected, 2) }
    }

    /// Appends the diagram of a scenario.
    static func add(_ report: ScenarioReport, to html: inout HTMLText) {
        var diagram = HTMLDiagram(report)
        diagram.addAll()
        diagram.diagram.add(to: &html)
    }

    private mutating func addAll() {
        for (number, step) in report.steps.enumerated() {
            addStep(step, number: number + 1)
            for event in step.rows { addEvent(event) }
        }
        diagram.addHeads(
            ["back end"] + report.clients.map { "client \($0)" } + report.runs.map(\.description))
        for index in report.clients.indices { addLifeline(ofClient: index) }
        diagram.addLifelines()
    }

    private mutating func addStep(_ step: ScenarioReport.Step, number: Int) {
        let lane = diagram.layout.lane(ofClient: step.client)
        let client = step.client.map { $0 + (lane > 0 ? Self.note(on: states[lane - 1].state) : "") }
        for (index, state) in step.connections.enumerated() where states[index].state != state {
            addLifeline(ofClient: index)
            states[index] = (state, diagram.row)
        }
        let summary = step.step?.summary ?? (verb: "not delivered", object: "")
        diagram.addStep(
            step.step.map { _ in "\(number)" }, client: client, verb: summary.verb, object: summary.object, lane: lane,
            arrow: Self.kind(of: step, report.clients))
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
        diagram.beginEvent(event.id, lane: event.client.map(diagram.layout.lane(ofClient:)), tone: tone)
        var run = 0
        while run < event.cells.count {
            let cell = event.cells[run]
            let next = event.cells[run...].firstIndex { $0 != cell } ?? event.cells.count
            let names = next - run == event.cells.count ? [] : report.runs[run..<next].map(\.description)
            diagram.addChip(Self.tone(of: cell), names, from: run, through: next - 1) { html in
                Self.add(cell, event.expected, to: &html)
            }
            run = next
        }
        diagram.endEvent()
    }

    private static func tone(of cell: ScenarioReport.Cell) -> String {
        switch cell {
        case .line(let line): tone(of: TraceLine(line))
        case .different, .missing: "bad"
        case .elsewhere, .unreported: "quiet"
        }
    }

    /// Adds the content of a chip.
    ///
    /// - Parameters:
    ///   - cell: The content.
    ///   - expected: The line that the scenario requires.
    ///   - html: The chip.
    private static func add(_ cell: ScenarioReport.Cell, _ expected: String?, to html: inout HTMLText) {
        switch cell {
        case .line(let line): add(TraceLine(line), to: &html)
        case .different(let line):
            add(TraceLine(line), to: &html)
            html.element("small", text: expected.map { "expected: \($0)" } ?? "not expected here")
        case .missing:
            html.element("b", text: "nothing")
            html.element("small", text: expected.map { "expected: \($0)" } ?? "other runs delivered an event")
        case .elsewhere: html.add("in another step")
        case .unreported: html.add("no notice")
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

    private mutating func addLifeline(ofClient index: Int) {
        let (state, start) = states[index]
        let kind =
            switch state {
            case .connected: "life"
            case .held: "life held"
            case .disconnected: "life off"
            }
        diagram.addLifeline(kind, lane: index + 1, from: start)
    }
}
