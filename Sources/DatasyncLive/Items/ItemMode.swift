/// How the nodes of an item subscription are seen as items.
public enum ItemMode: String, Sendable, CaseIterable {
    /// Every value event of a node is an update, the first value and acknowledgements included; there is no snapshot.
    case raw
    /// The node is a record: an update for each change of its fields.
    case merge
    /// The node is a list of messages: an update for each message that is added.
    case distinct
    /// The node is a list of rows: `ADD`, `UPDATE` and `DELETE` for the row of each key.
    case command
}
