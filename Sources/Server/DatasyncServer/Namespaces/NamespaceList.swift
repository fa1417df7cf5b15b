#if Server
    import DatasyncBackend
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

        init(_ served: ServedNamespace) { self.served = served }

        /// Reads the names, and converts the list that earlier versions stored.
        ///
        /// - Throws: ``ServerError`` if the log cannot be read or written.
        func open(_ data: ServerData?) async throws(ServerError) {
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
        }

        func close(because reason: String) { served.close(because: reason) }

        /// The reason why the list cannot be written now; `nil` if it can.
        func checkLog() -> String? { served.checkLog() }

        /// Waits until this server has applied all that others have acknowledged before a request.
        ///
        /// - Throws: ``RequestFailure`` with status 503 if the log does not answer in time.
        func waitUntilLatest(for request: DataRequest) async throws(RequestFailure) {
            try await served.waitUntilLatest(for: request)
        }

        /// The names, in no order.
        var names: [String] {
            served.data[Self.root].children.flatMap { $0.value.children.compactMap(\.value.text) }
        }

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
