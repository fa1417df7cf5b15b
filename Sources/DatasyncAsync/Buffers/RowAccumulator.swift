package import DatasyncClient
package import DatasyncEngine
package import DatasyncTree

/// A list of children that is kept up to date from a feed of both families of events.
package struct RowAccumulator<Row: Sendable>: Sendable {
    private let buffer: EventStreamBuffer
    private var rows = OrderedMap<Key, Row>()

    package init(_ buffer: EventStreamBuffer) { self.buffer = buffer }

    /// The next list; `nil` at the end.
    ///
    /// A transition that changes the value gives one list, as its child events come first; each acknowledgement gives one too.
    ///
    /// - Parameter row: Makes a row of a child; `nil` leaves the child out.
    /// - Returns: The rows in order.
    /// - Throws: What the feed and the closure throw.
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
