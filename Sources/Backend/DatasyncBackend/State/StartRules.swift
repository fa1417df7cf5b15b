package import DatasyncTree

/// The rules that a back end sets after it has read its log, before it accepts the first connection.
package enum StartRules: Sendable {
    /// The document of a deleted namespace, which forbids all access.
    package static let closed: JSON = ["rules": [:]]

    /// The rules of the configuration. Rules that were deployed stay, unless the configuration replaces these too.
    case configured(RulesDocument, replacesDeployed: Bool)
    /// No rules, if the namespace was deleted before.
    case reopened

    /// Returns the document to set, given the state in the log, and a message for the operators.
    ///
    /// - Parameters:
    ///   - database: The state.
    ///   - run: The run of the server; `nil` if it ends all earlier ones.
    /// - Returns: The document; `nil` if the rules of the log remain.
    func choice(for database: DatabaseState, by run: UInt64?) -> (document: RulesDocument?, notice: String?) {
        let current = database.rules
        let isDeleted = database.isDeleted
        guard case .configured(let rules, let replacesDeployed) = self else { return (isDeleted ? .open : nil, nil) }
        if current.text == rules.text { return (nil, nil) }
        if current.rules.isOpen || isDeleted { return (rules, nil) }
        // Both servers report the conflict when the entry is applied.
        if let run, database.isInConflict(rules, of: run) { return (rules, nil) }
        if current.source == .file || replacesDeployed {
            return (rules, "The rules are replaced by the file of rules, which has changed.")
        }
        return (
            nil,
            "The rules stay as they are: they were \(current.source.participle), and differ from the file of rules. Start with "
                + "--replace-rules to use the file, or save them with `datasync rules get`."
        )
    }
}

extension DatabaseState {
    /// Whether the owner has deleted the namespace.
    package var isDeleted: Bool {
        // Equal rules that the owner has deployed stay.
        data.isNull && rules.text == StartRules.closed.text && rules.source == .program
    }
}

extension RulesDocument.Source {
    /// The way in which the rules were set, in words.
    fileprivate var participle: String {
        switch self {
        case .program: "set by a program or an earlier version"
        case .file: "in an earlier file"
        case .deployment: "deployed"
        }
    }
}
