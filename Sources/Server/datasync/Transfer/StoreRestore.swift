#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncServer
    import DatasyncTree

    /// The restore of a copy into a directory or a database, at once.
    struct StoreRestore {
        /// The result of a restore.
        enum Outcome: String {
            case restored
            /// The namespace had the same data, rules and limits already, as after a restore that was interrupted.
            case unchanged
        }

        let store: any DataStore
        /// Whether a namespace that has data is replaced.
        let replaces: Bool
        /// Whether the rules and limits stay as they are.
        let isDataOnly: Bool

        /// Restores a copy, and compares what is then stored with it.
        ///
        /// - Parameters:
        ///   - copy: The copy.
        ///   - name: The name of the namespace, which may have another name than the copy.
        /// - Returns: The outcome, and the digest of the stored data.
        /// - Throws: ``CommandError`` if the namespace has data and may not be replaced, or the store cannot be written.
        func run(_ copy: NamespaceCopy, into name: String) async throws(CommandError) -> (
            outcome: Outcome, digest: String
        ) {
            let namespace = try StoredNames.namespace(name)
            let present = try await store.state(of: namespace, upTo: .max)
            var wanted = try copy.state
            if isDataOnly, let rules = present?.state.rules, let limits = present?.state.limits {
                wanted = DatabaseState(data: copy.data, rules: rules, limits: limits)
            }
            if let state = present?.state, Self.isSame(state, wanted) {
                try await StoredNames(store).create(name)
                return (.unchanged, NamespaceCopy.digest(of: state.data))
            }
            if let state = present?.state, !state.data.isNull, !replaces {
                throw CommandError(
                    "The namespace \(name) in the \(store.place.kind) \(store.place.name) has data. Keep a copy with `datasync "
                        + "backup`, then use --replace.")
            }
            let expected = present?.found.position ?? LogPosition(incarnation: 0, number: 0)
            let position = try await store.replace(namespace, with: wanted, at: expected)
            try await StoredNames(store).create(name)
            // Servers may have written more since.
            guard let stored = try await store.state(of: namespace, upTo: position.number)?.state,
                Self.isSame(stored, wanted)
            else {
                throw CommandError(
                    "The namespace \(name) is stored, but not as it is in the backup. Look for damage with `datasync check`, and "
                        + "repeat the command.")
            }
            return (.restored, NamespaceCopy.digest(of: stored.data))
        }

        private static func isSame(_ state: DatabaseState, _ other: DatabaseState) -> Bool {
            state.rules.text == other.rules.text && state.rules.source == other.rules.source
                && state.limits == other.limits
                && NamespaceCopy.digest(of: state.data) == NamespaceCopy.digest(of: other.data)
        }
    }
#endif
