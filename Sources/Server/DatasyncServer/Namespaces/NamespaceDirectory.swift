#if Server
    import DatasyncConcurrency
    import DatasyncTree
    import NIOHTTP1

    /// The namespaces that the owner creates and deletes.
    ///
    /// Their names are stored in a namespace that no client can reach, so they are as durable as all other data.
    final class NamespaceDirectory: Sendable {
        private let table: NamespaceTable
        /// The namespaces of the configuration, which always exist.
        private let configured: [String]
        private let start: NamespaceStart
        private let make: @Sendable (String) -> ServedNamespace
        private let list: ServedNamespace
        /// Whether a namespace is being created or deleted.
        private let isBusy = Guarded(false)

        /// Creates the directory.
        ///
        /// - Parameters:
        ///   - table: The namespaces of the server by name.
        ///   - configured: The namespaces of the configuration.
        ///   - start: Starts the namespaces.
        ///   - make: Creates a namespace that is not started.
        init(
            _ table: NamespaceTable, configured: [String], start: NamespaceStart,
            make: @escaping @Sendable (String) -> ServedNamespace
        ) {
            self.table = table
            self.configured = configured
            self.start = start
            self.make = make
            list = make(ReservedNamespace.name)
        }

        /// The names of all namespaces, in order.
        var names: [String] { table.all.map(\.name).sorted() }

        /// Reads the list, and starts its namespaces and the configured ones.
        ///
        /// - Throws: ``ServerError`` if a log cannot be read.
        func open() async throws(ServerError) {
            try await start.data?.start(list)
            for name in created where !configured.contains(name) { table.add(make(name)) }
            for namespace in table.all { try await start.start(namespace) }
        }

        /// Ends all sessions, including the list's own.
        func close() {
            for namespace in table.all + [list] { namespace.close(because: "The server shuts down.") }
        }

        /// Creates a namespace; no effect if it exists.
        ///
        /// - Throws: ``RequestFailure`` if the name is not valid, or the log cannot be read or written.
        func create(_ name: String) async throws(RequestFailure) {
            if let problem = NamespaceTable.problem(in: name) { throw RequestFailure(.badRequest, problem) }
            try begin()
            defer { isBusy.withLock { $0 = false } }
            if names.contains(name) { return }
            let namespace = make(name)
            do throws(ServerError) {
                try await start.start(namespace)
            } catch {
                throw RequestFailure(.serviceUnavailable, error.message)
            }
            try await store(created + [name])
            table.add(namespace)
        }

        /// Deletes a namespace and its data, and ends its sessions.
        ///
        /// - Throws: ``RequestFailure`` if the namespace does not exist or is a configured one, or if the log cannot be
        ///   written.
        func delete(_ name: String) async throws(RequestFailure) {
            guard !configured.contains(name) else {
                throw RequestFailure(
                    .badRequest,
                    "The configuration of the server names \(name.quoted(atMost: 40)); remove it there before you delete it."
                )
            }
            try begin()
            defer { isBusy.withLock { $0 = false } }
            guard let namespace = table.remove(name) else {
                throw RequestFailure(.notFound, "The namespace \(name.quoted(atMost: 40)) does not exist.")
            }
            do throws(RequestFailure) {
                try await erase(namespace)
                try await store(created.filter { $0 != name })
            } catch {
                // Added again, so that the request can be repeated.
                table.add(namespace)
                throw error
            }
            namespace.close(because: "The namespace was deleted.")
        }

        /// Forbids all access to a namespace, and removes its data.
        private func erase(_ namespace: ServedNamespace) async throws(RequestFailure) {
            do throws(DatasyncError) {
                // From now on, open sessions cannot write anything.
                try namespace.setRules(NamespaceStart.closedRules)
                try namespace.write(.null)
            } catch {
                throw RequestFailure(error)
            }
            try await namespace.waitUntilApplied()
        }

        private func begin() throws(RequestFailure) {
            let wasBusy = isBusy.exchange(true)
            if wasBusy {
                throw RequestFailure(
                    .serviceUnavailable, "Another namespace is being created or deleted; send the request again.")
            }
        }

        /// The names in the list.
        private var created: [String] { list.data.json(readsArrays: true).array?.compactMap(\.string) ?? [] }

        private func store(_ names: [String]) async throws(RequestFailure) {
            do throws(DatasyncError) {
                try list.write(.array(names.sorted().map { .string($0) }))
            } catch {
                throw RequestFailure(error)
            }
            try await list.waitUntilApplied()
        }
    }
#endif
