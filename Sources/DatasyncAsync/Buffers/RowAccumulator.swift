package import DatasyncClient
package import DatasyncEngine
package import DatasyncTree

/// A list of children, updated by the value and child events of a buffer.
package struct RowAccumulator<Row: Sendable>: Sendable {
    private let buffer: EventStreamBuffer
    private var rows: [Key: Row] = [:]
    private var places: ChildPlaces
    /// Whether the node was known once, which gave the first list.
    private var hasBegun = false

    /// Creates the list of a buffer.
    ///
    /// `order`: The order of the rows.
    package init(_ buffer: EventStreamBuffer, order: Order = .priority) {
        self.buffer = buffer
        places = ChildPlaces(order)
    }

    /// Returns the next list; `nil` at the end.
    ///
    /// A change of the value gives one list, because its child events come first. So does each acknowledgement of a child,
    /// and each event of a child while the node is unknown again, since no event of the value follows.
    ///
    /// - Parameter row: Returns the row of a child; `nil` leaves the child out.
    /// - Returns: The rows in their order.
    /// - Throws: The errors of the buffer and of the closure.
    package mutating func next(
        _ row: (Key, Event) throws(WebcomError) -> Row?
    ) async throws(WebcomError) -> [Row]? {
        while let event = try await buffer.next() {
            guard let key = event.key else {
                guard event.kind == .valueChange else { continue }
                hasBegun = true
                return list
            }
            if event.kind == .childRemoval || event.node.isNull {
                rows[key] = nil
                places.remove(key)
            } else if let row = try row(key, event) {
                rows[key] = row
                places.place(key, event.node)
            } else {
                rows[key] = nil
                places.remove(key)
            }
            if event.kind == .childAcknowledgement || hasBegun && !event.isNodeKnown { return list }
        }
        return nil
    }

    private var list: [Row] { places.keys.compactMap { rows[$0] } }
}
