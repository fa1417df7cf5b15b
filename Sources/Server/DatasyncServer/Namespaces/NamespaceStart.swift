#if Server
    import DatasyncBackend
    import DatasyncTree

    /// The start of namespaces: reads their logs, and sets their rules.
    struct NamespaceStart: Sendable {
        /// The rules of a deleted namespace, which forbid all access.
        static let closedRules: JSON = ["rules": [:]]

        let data: ServerData?
        /// The rules of the configuration; `nil` for none.
        var rules: RulesDocument?
        /// Whether they also replace rules that were deployed.
        var replacesDeployedRules = false
        let log: ServerLog

        /// Reads the log of a namespace, lets it accept connections, and sets its rules.
        ///
        /// - Throws: ``ServerError`` if the log cannot be read, or the rules are not valid.
        func start(_ namespace: ServedNamespace) async throws(ServerError) {
            try await data?.start(namespace)
            let current = namespace.rules
            // The namespace was deleted before.
            let isDeleted = namespace.data.isNull && current.text == Self.closedRules.text
            guard let rules else {
                if isDeleted { namespace.setRules(.open) }
                return
            }
            if current.text == rules.text { return }
            if current.rules.isOpen || isDeleted {
                namespace.setRules(rules)
            } else if current.source == .file || replacesDeployedRules {
                namespace.setRules(rules)
                log(.notice, "the rules of \(namespace.name) are replaced by the file, which has changed")
            } else {
                log(
                    .warning,
                    "the rules of \(namespace.name) stay as they are: they were \(current.source.participle), and differ from "
                        + "the file. Start with --replace-rules to use the file, or save them with `datasync rules get`.")
            }
        }
    }

    extension RulesDocument.Source {
        /// The way in which the rules were set, in words.
        fileprivate var participle: String {
            switch self {
            case .program: "set by an earlier version or by a program"
            case .file: "in an earlier file"
            case .deployment: "deployed"
            }
        }
    }
#endif
