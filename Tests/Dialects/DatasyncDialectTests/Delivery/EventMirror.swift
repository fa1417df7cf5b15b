import DatasyncAsync

/// The list that a consumer rebuilds from previous keys, with the acknowledgement state of each child.
struct EventMirror {
    struct Row: Equatable {
        let key: String
        var value: String
        var isAcknowledged: Bool
    }

    private(set) var rows: [Row] = []
    /// The removed children whose removal is not acknowledged.
    private(set) var pendingRemovals: Set<String> = []
    /// The events that did not fit the list.
    private(set) var mistakes: [String] = []

    mutating func apply(_ event: DatasyncEvent) {
        let index = rows.firstIndex { $0.key == event.key }
        switch event.eventType {
        case .childAddition:
            if index != nil { mistakes.append("\(event) is in the list already") }
            pendingRemovals.remove(event.key)
            insert(event)
        case .childChange:
            guard let index else { return mistakes.append("\(event) is not in the list") }
            rows[index].value = event.value.description
            rows[index].isAcknowledged = event.acked
        case .childRemoval:
            guard let index else { return mistakes.append("\(event) is not in the list") }
            rows.remove(at: index)
            if !event.acked { pendingRemovals.insert(event.key) }
        default:
            pendingRemovals.remove(event.key)
            guard let index else { return event.value.isNull ? () : mistakes.append("\(event) is not in the list") }
            if rows[index].value != event.value.description { mistakes.append("\(event) changes \(rows[index])") }
            rows[index].isAcknowledged = true
        }
    }

    private mutating func insert(_ event: DatasyncEvent) {
        var index = 0
        if let previous = event.previousChildKey {
            guard let place = rows.firstIndex(where: { $0.key == previous }) else {
                return mistakes.append("\(event) comes after \(previous), which is not in the list")
            }
            index = place + 1
        }
        rows.insert(
            Row(key: event.key, value: event.value.description, isAcknowledged: event.acked), at: index)
    }
}
