#if Server
    import DatasyncTree

    /// The start of namespaces: reads their logs, and sets their rules.
    struct NamespaceStart: Sendable {
        /// The rules of a deleted namespace, which forbid all access.
        static let closedRules: JSON = ["rules": [:]]

        let data: ServerData?
        /// The document of the rules that replace the namespace's rules; `nil` for none.
        var rules: JSON?

        /// Reads the log of a namespace, lets it accept connections, and sets its rules.
        ///
        /// - Throws: ``ServerError`` if the log cannot be read, or the rules are not valid.
        func start(_ namespace: ServedNamespace) async throws(ServerError) {
            try await data?.start(namespace)
            do throws(DatasyncError) {
                if let rules {
                    try namespace.setRules(rules)
                } else if namespace.data.isNull, namespace.rules.text == Self.closedRules.text {
                    // The namespace was deleted before.
                    try namespace.setRules(.null)
                }
            } catch {
                throw ServerError("The rules are not valid. \(error.message)")
            }
        }
    }
#endif
