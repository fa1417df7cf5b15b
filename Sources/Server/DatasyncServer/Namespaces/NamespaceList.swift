#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The names of the namespaces that the owner created.
    ///
    /// They are stored in the namespace ``ReservedNamespace``.
    final class NamespaceList: Sendable {
        let served: ServedNamespace
        private let watch = Guarded<NameWatch?>(nil)

        init(_ served: ServedNamespace) { self.served = served }

        /// The paths of the groups of names.
        static let groups: [Path] = {
            let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_"
            return characters.map { Path([ReservedNamespace.root, Key(unchecked: String($0))]) }
        }()

        /// Returns the names in a part of the list, in no order.
        static func names(in node: Node) -> [String] { ReservedNamespace.names(in: node) }

        /// Reads the names, and converts the list that earlier versions stored.
        ///
        /// - Parameters:
        ///   - data: The log; `nil` for data in memory.
        ///   - removed: Receives each name that this server or another one removes, on any thread.
        /// - Throws: ``ServerError`` if the log cannot be read or written.
        func open(
            _ data: ServerData?, removed: @escaping @Sendable (LogNamespace) -> Void
        ) async throws(ServerError) {
            try await data?.start(served)
            while let names = ReservedNamespace.earlierList(in: served.data) {
                do throws(RequestFailure) {
                    try await replace(served.data, by: names)
                } catch {
                    // Another server was faster.
                    if error.status == .preconditionFailed { continue }
                    throw ServerError("The list of namespaces cannot be written. \(error.message)")
                }
            }
            guard served.isShared else { return }
            let watch = NameWatch(served, removed: removed)
            watch.connect()
            self.watch.withLock { $0 = watch }
        }

        func close(because reason: String) { served.close(because: reason) }

        /// The reason why the list cannot be written now; `nil` if it can.
        func checkLog() -> String? { served.checkLog() }

        /// The reason why the list may lack names that other servers have created; `nil` if it does not.
        var unavailability: String? { served.unavailability }

        /// Waits until this server has applied all that others have acknowledged before the call, but not for long.
        func waitUntilLatest() async { _ = await served.waitUntilLatest() }

        /// Waits until this server has applied all that others have acknowledged before a request.
        ///
        /// - Throws: ``RequestFailure`` with status 503 if the log does not answer in time.
        func waitUntilLatest(for request: DataRequest) async throws(RequestFailure) {
            try await served.waitUntilLatest(for: request)
        }

        /// The names, in no order.
        var names: [String] { Self.names(in: served.data[ReservedNamespace.root]) }

        func contains(_ name: LogNamespace) -> Bool { ReservedNamespace.contains(name, in: served.data) }

        /// Adds a name; no effect if the list has it.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func add(_ name: LogNamespace) async throws(RequestFailure) { try await write(.string(name.name), for: name) }

        /// Removes a name; no effect if the list does not have it.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func remove(_ name: LogNamespace) async throws(RequestFailure) { try await write(.null, for: name) }

        private func write(_ value: JSON, for name: LogNamespace) async throws(RequestFailure) {
            do throws(DatasyncError) {
                try served.write(value, at: ReservedNamespace.path(of: name))
            } catch {
                throw RequestFailure(error)
            }
            try await served.waitUntilApplied()
        }

        // MARK: Earlier versions

        private func replace(_ earlier: Node, by names: [String]) async throws(RequestFailure) {
            try await RequestSession(served, as: .owner).put(
                WriteValue(ReservedNamespace.data(of: names)), at: .root,
                expectedHash: ETag.hash(of: ETag.text(of: earlier)))
        }
    }
#endif
