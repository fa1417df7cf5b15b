/// A sequence diagram of messages and events between a back end and its clients, as a grid of HTML elements.
///
/// Rows are added from the top. On a narrow page the style sheet shows the same elements as a list: without lanes, but with the
/// names of clients and runs.
package struct SequenceDiagram {
    package let layout: DiagramLayout
    /// The next row of the grid; the heads of the lanes are in the first one.
    package private(set) var row = 2
    private var body = HTMLText()

    package init(_ layout: DiagramLayout) { self.layout = layout }

    /// Appends the diagram to a page.
    package func add(to html: inout HTMLText) {
        html.element("div", ["class": "diagram", "style": layout.columns]) { $0.add(markup: body.text) }
    }

    // MARK: Rows

    /// Adds a step: a line across all lanes, the label, and an arrow from the lane of a client to that of the back end.
    ///
    /// - Parameters:
    ///   - number: The text before the label; `nil` for none.
    ///   - client: The name of the client, for a narrow page.
    ///   - verb: What happens.
    ///   - object: To what.
    ///   - lane: The lane of the client; 0 for a step of the back end, which has no arrow.
    ///   - arrow: The classes of the arrow, of which `lost` and `unsent` have a cross.
    package mutating func addStep(
        _ number: String?, client: String?, verb: String, object: String, lane: Int, arrow: String = "arrow"
    ) {
        place("i", "rule-off", from: 1, to: layout.end) { _ in }
        if let number { place("b", "number", from: 1, to: 2) { $0.add(number) } }
        // The lanes of the runs are empty in this row, so the label can be wider than its arrow.
        let start = lane == 0 ? layout.start(ofLane: 0) : layout.centre(ofLane: 0)
        place("div", lane == 0 ? "label note" : "label", from: start, to: layout.end) { html in
            html.element("span") { html in
                if let client { html.element("small", ["class": "narrow"], text: "\(client): ") }
                html.element("b", text: verb)
                html.add(" ")
                html.element("code", text: object)
            }
        }
        row += 1
        guard lane > 0 else { return }
        // The arrow has a row of its own, so that the cross on it does not cover the label.
        place("i", arrow, from: layout.centre(ofLane: 0), to: layout.centre(ofLane: lane)) { html in
            if arrow.hasSuffix("lost") || arrow.hasSuffix("unsent") { html.element("b", text: "✕") }
        }
        row += 1
    }

    /// Adds what a client received, without its chips; ``addChip(_:_:from:through:_:)`` adds them, and ``endEvent()`` ends the row.
    ///
    /// - Parameters:
    ///   - name: The name of the subscription, or the time.
    ///   - lane: The lane of the client; `nil` for an event without one.
    ///   - tone: The class of its colour.
    package mutating func beginEvent(_ name: String, lane: Int?, tone: String) {
        if let lane { place("i", "wire \(tone)", from: layout.centre(ofLane: lane), to: layout.names) { _ in } }
        place("div", "event \(tone)", from: layout.names, to: layout.names + 1) { $0.add(name) }
    }

    /// Adds a chip to the current row.
    ///
    /// - Parameters:
    ///   - tone: The class of its colour.
    ///   - names: The names of its lanes, for a narrow page; empty for all.
    ///   - first: The first run of the chip.
    ///   - last: The last run of the chip.
    ///   - content: Adds the content.
    package mutating func addChip(
        _ tone: String, _ names: [String] = [], from first: Int, through last: Int, _ content: (inout HTMLText) -> Void
    ) {
        let (start, end) = (
            layout.start(ofLane: layout.lane(ofRun: first)), layout.end(ofLane: layout.lane(ofRun: last))
        )
        place("div", "chip \(tone)", from: start, to: end) { html in
            if !names.isEmpty { html.element("small", ["class": "narrow"], text: names.joined(separator: ", ")) }
            content(&html)
        }
    }

    package mutating func endEvent() { row += 1 }

    // MARK: Lanes

    /// Adds the names of the lanes.
    package mutating func addHeads(_ names: [String]) {
        for (lane, name) in names.enumerated() {
            let kind = lane == 0 ? "head" : lane <= layout.clients.count ? "head client" : "head run"
            let place = DiagramLayout.place(row: "1", from: layout.start(ofLane: lane), to: layout.end(ofLane: lane))
            body.element("div", ["class": kind, "style": place], text: name)
        }
    }

    /// Adds the lifelines of the back end and of the runs, which begin at the top.
    package mutating func addLifelines() {
        for lane in 0..<layout.laneCount where lane == 0 || lane > layout.clients.count {
            addLifeline(lane == 0 ? "life" : "life run", lane: lane, from: 2)
        }
    }

    /// Adds a lifeline from a row to the last one.
    package mutating func addLifeline(_ kind: String, lane: Int, from start: Int) {
        guard start < row else { return }
        let (line, end) = (layout.centre(ofLane: lane), layout.end(ofLane: lane))
        body.element("i", ["class": kind, "style": "grid-area:\(start)/\(line)/\(row)/\(end)"]) { _ in }
    }

    private mutating func place(
        _ name: String, _ kind: String, from: Int, to: Int, _ content: (inout HTMLText) -> Void
    ) {
        let place = DiagramLayout.place(row: "\(row)", from: from, to: to)
        body.element(name, ["class": kind, "style": place], content)
    }
}
