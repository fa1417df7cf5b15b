#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncServer
    import DatasyncTree

    /// The names of the namespaces in a store: those that the owner created, and others with data.
    ///
    /// Servers that use the same database see a change at once.
    struct StoredNames {
        private let store: any DataStore

        init(_ store: any DataStore) { self.store = store }

        /// Returns the names in their order, without those that were deleted.
        ///
        /// - Throws: ``CommandError`` if the store cannot be read.
        func names() async throws(CommandError) -> [LogNamespace] {
            let created = ReservedNamespace.list(in: try await list())
            var names = Set(created.compactMap { try? LogNamespace($0) })
            for found in try await store.namespaces() {
                guard !ReservedNamespace.isNamed(found.name), !names.contains(found.namespace) else { continue }
                // The names in the configuration of a server are not in the list, and deleted ones are no longer.
                if let state = try await store.state(of: found.namespace, upTo: .max)?.state, !state.isDeleted {
                    names.insert(found.namespace)
                }
            }
            return names.sorted { $0.name < $1.name }
        }

        /// Adds a name to the list.
        ///
        /// - Returns: Whether the list did not have it.
        /// - Throws: ``CommandError`` if the name is not valid, or the store cannot be written.
        @discardableResult
        func create(_ name: String) async throws(CommandError) -> Bool {
            let namespace = try Self.namespace(name)
            let data = try await list()
            let run = UInt64.random(in: 1...UInt64.max)
            if let earlier = ReservedNamespace.earlierList(in: data) {
                let entry = LogEntry.write(ReservedNamespace.data(of: earlier + [name]), at: .root, run: run)
                try await store.append([entry], to: try Self.own)
                return !earlier.contains { $0.hasSameBytes(as: name) }
            }
            if ReservedNamespace.contains(namespace, in: data) { return false }
            let entry = LogEntry.write(.string(name), at: ReservedNamespace.path(of: namespace), run: run)
            try await store.append([entry], to: try Self.own)
            return true
        }

        /// Forbids all access to a namespace, removes its data, and removes its name from the list.
        ///
        /// - Throws: ``CommandError`` if there is no such namespace, or the store cannot be written.
        func delete(_ name: String) async throws(CommandError) {
            let namespace = try Self.namespace(name)
            let state = try await store.state(of: namespace, upTo: .max)?.state
            let data = try await list()
            let earlier = ReservedNamespace.earlierList(in: data)
            let isListed = ReservedNamespace.list(in: data).contains { $0.hasSameBytes(as: name) }
            guard isListed || state.map({ !$0.isDeleted }) ?? false else {
                throw CommandError("\(store.title) has no namespace \(name.quoted(atMost: 40)).")
            }
            let run = UInt64.random(in: 1...UInt64.max)
            let rules: RulesDocument
            do throws(DatasyncError) {
                rules = try RulesDocument(StartRules.closed)
            } catch {
                throw CommandError(error.message)
            }
            if state != nil {
                let entries = [LogEntry.replaceRules(rules, run: run), .write(.null, at: .root, run: run)]
                try await store.append(entries, to: namespace)
            }
            guard isListed else { return }
            let entry =
                if let earlier {
                    LogEntry.write(
                        ReservedNamespace.data(of: earlier.filter { !$0.hasSameBytes(as: name) }), at: .root, run: run)
                } else {
                    LogEntry.write(.null, at: ReservedNamespace.path(of: namespace), run: run)
                }
            try await store.append([entry], to: try Self.own)
        }

        private func list() async throws(CommandError) -> Node {
            try await store.state(of: try Self.own, upTo: .max)?.state.data ?? .null
        }

        private static var own: LogNamespace {
            get throws(CommandError) { try namespace(ReservedNamespace.name, checks: false) }
        }

        /// Returns the namespace with a name that clients can use.
        ///
        /// - Throws: ``CommandError`` if the name is not valid.
        static func namespace(_ name: String, checks: Bool = true) throws(CommandError) -> LogNamespace {
            if checks, let problem = ReservedNamespace.problem(in: name) { throw CommandError(problem) }
            do throws(LogError) {
                return try LogNamespace(name)
            } catch {
                throw CommandError(error)
            }
        }
    }
#endif
