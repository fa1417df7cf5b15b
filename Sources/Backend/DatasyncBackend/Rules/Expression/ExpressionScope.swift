import DatasyncTree

/// The names that an expression may use at its position in the document.
struct ExpressionScope {
    /// The `$` names of the levels above, with the depths of their keys.
    var keys: [(name: String, depth: Int)] = []
    /// Whether `newData` exists: in `.write` and `.validate`.
    var hasNewData = false
    /// Whether `query` exists: in `.read`.
    var hasQuery = false
    /// Whether `newData` has a value: in `.validate`.
    var isValidation = false

    /// The variables, for messages.
    var names: [String] {
        ["auth", "now", "root", "data"] + (hasNewData ? ["newData"] : []) + (hasQuery ? ["query"] : [])
            + keys.map(\.name)
    }
}
