/// The columns of the grid of a sequence diagram.
///
/// The first column holds the step number. Each lane has two columns, so that lines can begin and end at its centre.
/// The back end comes first, then the clients, then a column for the names of the subscriptions, then the runs.
package struct DiagramLayout {
    package let clients: [String]
    /// The number of runs that are compared; 1 if there is nothing to compare.
    package let runCount: Int

    package init(clients: [String], runCount: Int = 1) {
        self.clients = clients
        self.runCount = runCount
    }

    /// The number of lanes.
    package var laneCount: Int { 1 + clients.count + runCount }

    /// Returns the lane of a client; the back end's lane for steps without a client.
    package func lane(ofClient client: String?) -> Int { clients.firstIndex { $0 == client }.map { $0 + 1 } ?? 0 }

    /// Returns the lane of a run.
    package func lane(ofRun run: Int) -> Int { 1 + clients.count + run }

    /// Returns the grid line at the left edge of a lane.
    package func start(ofLane lane: Int) -> Int { 2 + 2 * lane + (lane > clients.count ? 1 : 0) }

    /// Returns the grid line at the centre of a lane.
    package func centre(ofLane lane: Int) -> Int { start(ofLane: lane) + 1 }

    /// Returns the grid line at the right edge of a lane.
    package func end(ofLane lane: Int) -> Int { start(ofLane: lane) + 2 }

    /// The grid line at the right edge of the last lane.
    var end: Int { end(ofLane: laneCount - 1) }

    /// The grid line at the left edge of the column for names of subscriptions.
    package var names: Int { end(ofLane: clients.count) }

    /// The style that sets the columns; none has a smallest width, so that no diagram is wider than the page.
    package var columns: String {
        "grid-template-columns:2.4rem repeat(2,minmax(0,1.1fr)) repeat(\(2 * clients.count),minmax(0,1fr)) "
            + "fit-content(9rem) repeat(\(2 * runCount),minmax(0,1fr))"
    }

    /// Returns the style that places an element.
    ///
    /// - Parameters:
    ///   - row: The row from 1, or rows such as `2/5`.
    ///   - from: The grid line at the left edge.
    ///   - to: The grid line at the right edge.
    /// - Returns: The style.
    static func place(row: String, from: Int, to: Int) -> String { "grid-area:\(row)/\(from)/auto/\(to)" }
}
