#if Server
    import DatasyncTree

    /// The start of namespaces: their log is read, and their rules are set.
    struct NamespaceStart: Sendable {
        /// The rules of a deleted namespace, which forbid all access.
        static let closedRules: JSON = ["rules": [:]]

        let data: ServerData?
        /// The document of the rules that replaces those of the namespace; `nil` for none.
        var rules: JSON?

        /// Reads the log of a namespace, which accepts connections after that, and sets its rules.
        ///
        /// - Throws: ``ServerError`` if the log cannot be read, or the rules are not valid.
        func start(_ namespace: ServedNamespace) async throws(ServerError) {
            try await data?.start(namespace)
            do throws(DatasyncError) {
                if let rules {
                    try namespace.setRules(rules)
                } else if namespace.data.isNull, namespace.rules.text == Self.closedRules.text {
                    // It was deleted before.
                    try namespace.setRules(.null)
                }
            } catch {
                throw ServerError("The rules are not valid. \(error.message)")
            }
        }
    }
#endif
