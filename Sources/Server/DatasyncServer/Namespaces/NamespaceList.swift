#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The names of the namespaces that the owner created.
    ///
    /// They are stored in a namespace that no client can reach, each as a node of its own: `names/G/KEY`, where the key is
    /// a hash of the name, and the group G its first character. So servers that create namespaces at the same time lose none.
    final class NamespaceList: Sendable {
        private static let root = Key(unchecked: "names")

        private let served: ServedNamespace
        private let watch = Guarded<NameWatch?>(nil)

        init(_ served: ServedNamespace) { self.served = served }

        /// The paths of the groups of names.
        static let groups: [Path] = {
            let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_"
            return characters.map { Path([root, Key(unchecked: String($0))]) }
        }()

        /// Returns the names in a part of the list, in no order.
        static func names(in node: Node) -> [String] {
            node.text.map { [$0] } ?? node.children.flatMap { names(in: $0.value) }
        }

        /// Reads the names, and converts the list that earlier versions stored.
        ///
        /// - Parameters:
        ///   - data: The log; `nil` for data in memory.
        ///   - removed: Receives each name that this server or another one removes, on any thread.
        /// - Throws: ``ServerError`` if the log cannot be read or written.
        func open(
            _ data: ServerData?, removed: @escaping @Sendable (Namespace) -> Void
        ) async throws(ServerError) {
            try await data?.start(served)
            while let names = Self.earlierList(in: served.data) {
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
        var names: [String] { Self.names(in: served.data[Self.root]) }

        func contains(_ name: Namespace) -> Bool {
            served.data[Self.path(of: name)].text?.hasSameBytes(as: name.name) == true
        }

        /// Adds a name; no effect if the list has it.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func add(_ name: Namespace) async throws(RequestFailure) { try await write(.string(name.name), for: name) }

        /// Removes a name; no effect if the list does not have it.
        ///
        /// - Throws: ``RequestFailure`` if the log cannot be written.
        func remove(_ name: Namespace) async throws(RequestFailure) { try await write(.null, for: name) }

        private func write(_ value: JSON, for name: Namespace) async throws(RequestFailure) {
            do throws(DatasyncError) {
                try served.write(value, at: Self.path(of: name))
            } catch {
                throw RequestFailure(error)
            }
            try await served.waitUntilApplied()
        }

        private static func path(of name: Namespace) -> Path {
            let hash = Node.string(name.name).hash.map { $0 == "/" ? "_" : $0 }
            return Path([root, Key(unchecked: String(hash.prefix(1))), Key(unchecked: String(hash))])
        }

        // MARK: Earlier versions

        /// Returns the names from the single list that earlier versions stored; `nil` without such a list.
        private static func earlierList(in data: Node) -> [String]? {
            data.json(readsArrays: true).array?.compactMap(\.string)
        }

        private func replace(_ earlier: Node, by names: [String]) async throws(RequestFailure) {
            var data = Node.null
            for name in names {
                if let name = try? Namespace(name) { data.set(.string(name.name), at: Self.path(of: name)) }
            }
            try await RequestSession(served, as: .owner).put(
                WriteValue(data), at: .root, expectedHash: ETag.hash(of: ETag.text(of: earlier)))
        }
    }

    extension Node {
        fileprivate var text: String? { if case .leaf(.string(let text)) = content { text } else { nil } }
    }
#endif
