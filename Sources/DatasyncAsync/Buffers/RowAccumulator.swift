package import DatasyncClient
package import DatasyncEngine
package import DatasyncTree

/// A list of children, updated by the value and child events of a buffer.
package struct RowAccumulator<Row: Sendable>: Sendable {
    private let buffer: EventStreamBuffer
    private var rows = OrderedMap<Key, Row>()

    package init(_ buffer: EventStreamBuffer) { self.buffer = buffer }

    /// Returns the next list; `nil` at the end.
    ///
    /// A change of the value gives one list, because its child events come first. So does each acknowledgement of a child.
    ///
    /// - Parameter row: Returns the row of a child; `nil` leaves the child out.
    /// - Returns: The rows in key order.
    /// - Throws: The errors of the buffer and of the closure.
    package mutating func next(
        _ row: (Key, Event) throws(WebcomError) -> Row?
    ) async throws(WebcomError) -> [Row]? {
        while let event = try await buffer.next() {
            guard let key = event.key else {
                if event.kind == .valueChange { return rows.map(\.value) }
                continue
            }
            if event.kind == .childRemoval || event.node.isNull {
                rows.removeValue(for: key)
            } else {
                rows[key] = try row(key, event)
            }
            if event.kind == .childAcknowledgement { return rows.map(\.value) }
        }
        return nil
    }
}
