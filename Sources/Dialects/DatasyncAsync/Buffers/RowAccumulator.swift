package import DatasyncClient
package import DatasyncEngine
package import DatasyncTree

/// A list of children, updated by the value and child events of a buffer.
package struct RowAccumulator<Rows>: Sendable
where Rows: RangeReplaceableCollection & MutableCollection & Sendable, Rows.Index == Int {
    private let buffer: EventStreamBuffer
    private var fold: ChildFold<Rows>
    /// Whether the node has been known, so the first list was returned.
    private var hasBegun = false
    /// Whether a child event has arrived since the last list.
    private var hasChanged = false

    /// Creates an empty list for the events of a buffer.
    ///
    /// - Parameters:
    ///   - buffer: The buffer.
    ///   - order: The order of the rows.
    package init(_ buffer: EventStreamBuffer, order: Order = .priority) {
        self.buffer = buffer
        fold = ChildFold(order)
    }

    /// Returns the next list; `nil` at the end.
    ///
    /// Child events come before the value change. The first value change returns a list; a later one does so only if a child
    /// event has arrived since the last list. A child acknowledgement also returns a list, and so does each child event while
    /// the node is unknown again, because no value event follows then.
    ///
    /// - Parameter row: Returns the row of a child; `nil` leaves the child out.
    /// - Returns: The rows in their order.
    /// - Throws: The errors of the buffer and of the closure.
    package mutating func next(
        _ row: (Key, Event) throws(WebcomError) -> Rows.Element?
    ) async throws(WebcomError) -> Rows? {
        while let event = try await buffer.next() {
            guard let key = event.key else {
                guard event.kind == .valueChange, hasChanged || !hasBegun else { continue }
                hasBegun = true
                return takeList()
            }
            hasChanged = true
            let isGone = event.kind == .childRemoval || event.node.isNull
            let new = isGone ? nil : try buffer.endingOnError { () throws(WebcomError) in try row(key, event) }
            fold.set(new, for: key, event.node)
            if hasBegun, event.kind == .childAcknowledgement || !event.isNodeKnown { return takeList() }
        }
        return nil
    }

    private mutating func takeList() -> Rows {
        hasChanged = false
        return fold.rows
    }
}
