#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncTree
    import NIOHTTP1

    /// The namespaces that the owner creates and deletes.
    final class NamespaceDirectory: Sendable {
        /// The namespaces in use.
        let table: NamespaceTable
        /// The namespaces of the configuration, which always exist.
        private let configured: Set<LogNamespace>
        private let list: NamespaceList
        private let data: ServerData?

        /// Creates the directory.
        ///
        /// - Parameters:
        ///   - factory: Makes the namespaces.
        ///   - configured: The namespaces of the configuration.
        ///   - creationLimit: The maximum number of namespaces that are created on use.
        ///   - clock: The time of the server.
        init(_ factory: NamespaceFactory, configured: [String], creationLimit: Int = 0, clock: ServerClock) {
            // The configuration has been checked.
            let configured = Set(configured.compactMap { try? LogNamespace($0) })
            let list = NamespaceList(factory.makeOwn(ReservedNamespace.name))
            self.configured = configured
            self.list = list
            data = factory.data
            table = NamespaceTable(
                factory, creationLimit: creationLimit, clock: clock,
                exists: { configured.contains($0) || list.contains($0) }, doubt: { list.unavailability })
        }

        /// The webhooks of all namespaces, stored beside the list.
        var webhooks: WebhookStore { WebhookStore(list.served) }

        /// The names of all namespaces, in order.
        var names: [String] {
            let names = Set(list.names.compactMap { try? LogNamespace($0) })
            return names.union(configured).union(table.created).map(\.name).sorted()
        }

        /// Whether other servers create and delete namespaces too.
        var isShared: Bool { data?.users.mayBeAhead ?? false }

        /// Returns whether a request need not wait for names that other servers may have created.
        func knows(_ name: String) -> Bool { (try? table.check(name)) != nil }

        /// Waits until this server has the names that others have created before the call, but not for long.
        func waitUntilLatest() async { await list.waitUntilLatest() }

        /// Waits until this server has the names that others have created before a request.
        ///
        /// - Throws: ``RequestFailure`` with status 503 if the log does not answer in time.
        func waitUntilLatest(for request: DataRequest) async throws(RequestFailure) {
            try await list.waitUntilLatest(for: request)
        }

        /// Reads the list; its namespaces are loaded on first use.
        ///
        /// - Throws: ``ServerError`` if the log cannot be read.
        func open() async throws(ServerError) {
            try await list.open(data) { [weak table] name in table?.remove(name) }
        }

        /// Ends all sessions, including the list's own.
        func close() {
            table.close()
            list.close(because: "The server shuts down.")
        }

        /// The reason why the data of a namespace in use cannot be written; `nil` if they can.
        var shortage: String? {
            if let reason = data?.shortage { return reason }
            if let reason = list.checkLog() { return "the list of namespaces cannot be written: \(reason)" }
            for namespace in table.loaded.sorted(by: { $0.name < $1.name }) {
                if let reason = namespace.checkLog() {
                    return "the data of \(namespace.name) cannot be written: \(reason)"
                }
            }
            return nil
        }

        /// The metrics of the log, in Prometheus format.
        var logMetrics: String { data?.metrics ?? "" }

        /// Creates a namespace, which is loaded on first use; no effect if it exists.
        ///
        /// - Throws: ``RequestFailure`` if the name is not valid, or the log cannot be written.
        func create(_ name: String) async throws(RequestFailure) {
            guard let namespace = try? LogNamespace(name), NamespaceTable.problem(in: name) == nil else {
                throw RequestFailure(.badRequest, NamespaceTable.problem(in: name) ?? "The name is not valid.")
            }
            if configured.contains(namespace) || list.contains(namespace) { return }
            try await list.add(namespace)
        }

        /// Deletes a namespace and its data, and ends its sessions.
        ///
        /// - Throws: ``RequestFailure`` if the namespace does not exist or is a configured one, or if the log cannot be
        ///   written.
        func delete(_ name: String) async throws(RequestFailure) {
            guard let namespace = try? LogNamespace(name) else { throw Self.isMissing(name) }
            guard !configured.contains(namespace) else {
                throw RequestFailure(
                    .badRequest,
                    "The configuration of the server names \(name.quoted(atMost: 40)); remove it there before you delete it."
                )
            }
            guard list.contains(namespace) || table.created.contains(namespace) else { throw Self.isMissing(name) }
            let use = try table.use(name)
            guard table.beginDeletion(use) else { throw Self.isMissing(name) }
            do throws(RequestFailure) {
                try await use.namespace.waitUntilRead()
                try await webhooks.remove(webhooks.webhooks(in: name).map(\.id))
                try await erase(use.namespace)
                try await list.remove(namespace)
            } catch {
                // In use again, so that the request can be repeated.
                table.endDeletion(use, isDeleted: false)
                throw error
            }
            table.endDeletion(use, isDeleted: true)
        }

        private static func isMissing(_ name: String) -> RequestFailure {
            RequestFailure(.notFound, "The namespace \(name.quoted(atMost: 40)) does not exist.")
        }

        /// Forbids all access to a namespace, and removes its data.
        private func erase(_ namespace: ServedNamespace) async throws(RequestFailure) {
            do throws(DatasyncError) {
                // From now on, open sessions cannot write anything.
                try namespace.setRules(StartRules.closed)
                try namespace.write(.null)
            } catch {
                throw RequestFailure(error)
            }
            try await namespace.waitUntilApplied()
        }
    }
#endif
