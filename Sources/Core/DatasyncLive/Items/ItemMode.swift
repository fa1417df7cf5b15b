import DatasyncTree

/// The way an item subscription turns the events of a node into updates.
public enum ItemMode: String, Sendable, CaseIterable {
    /// Every value event of the node is an update, including the first value and acknowledgements; there is no
    /// snapshot.
    case raw
    /// The node is a record; each change of its fields is an update.
    case merge
    /// The node is a list of messages; each added message is an update.
    case distinct
    /// The node is a list of rows; each row produces `ADD`, `UPDATE` and `DELETE` under its key.
    case command
}
