import DatasyncTree

/// The rules that a back end sets after it has read its log, before it accepts the first connection.
package enum StartRules: Sendable {
    /// A document, unless the log has the same one.
    case configured(RulesDocument)
    /// No rules, if there are no data, and the log has the document that closes a deleted namespace.
    case reopened(from: RulesDocument)

    /// Returns the document to set, given the state in the log; `nil` if its rules remain.
    func document(for database: DatabaseState) -> RulesDocument? {
        switch self {
        case .configured(let rules): rules.text == database.rules.text ? nil : rules
        case .reopened(let closed): database.data.isNull && database.rules.text == closed.text ? .open : nil
        }
    }
}
