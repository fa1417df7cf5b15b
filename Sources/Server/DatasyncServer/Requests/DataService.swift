#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The responses to requests for data.
    ///
    /// A request has the same rights as a WebSocket client with the same credential. A write has its own session; a
    /// read needs none.
    struct DataService: Sendable {
        private let clock: @Sendable () -> Double
        private let random: @Sendable () -> UInt64
        private let identifiers = IdentifierSource()

        /// The source of keys for added children, shared by all requests.
        private final class IdentifierSource: Sendable {
            let identifiers = ContendedGuarded(PushIdentifiers())
        }

        init(clock: @escaping @Sendable () -> Double, random: @escaping @Sendable () -> UInt64) {
            self.clock = clock
            self.random = random
        }

        /// Executes a request.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - path: The path of the node.
        ///   - use: The namespace of the node.
        ///   - principal: The party whose rights it has; `nil` for a request without a credential.
        /// - Returns: The response.
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(
            to request: DataRequest, at path: Path, in use: NamespaceUse, as principal: Principal?
        ) async throws(RequestFailure) -> Reply {
            let namespace = use.namespace
            let reader = DataReader(namespace: namespace, principal: principal ?? .anyone)
            if request.method == .get || request.ifMatch != nil { try await namespace.waitUntilLatest(for: request) }
            if request.method == .get {
                let node = try await reader.wait(at: path, request.options.window) { () throws(RequestFailure) in
                    try read(request, at: path, with: reader)
                }
                return reply(to: request, with: node)
            }
            let session = RequestSession(namespace, as: principal)
            switch request.method {
            case .get, .put, .delete: return try await write(request, path, session, reader)
            case .post: return try await push(request, path, session)
            case .patch: return try await merge(request, path, session, reader)
            }
        }

        /// Returns the value for a request; `nil` while the namespace reads its log.
        ///
        /// - Throws: ``RequestFailure`` if the value may not be read or is too large.
        func read(_ request: DataRequest, at path: Path, with reader: DataReader) throws(RequestFailure) -> Node? {
            if request.options.isPreview {
                let node = try reader.part(of: path, request.options.window)
                if let node { try node.checkPreview(at: path) }
                return node
            }
            return request.options.isShallow && path.last?.isPriority != true
                ? try reader.part(of: path) : try reader.value(at: path, request.options.window)
        }

        /// Returns the response to a read, given its value.
        func reply(to request: DataRequest, with node: Node) -> Reply {
            let options = request.options
            let tag = request.wantsETag || request.ifNoneMatch != nil ? ETag.text(of: node) : nil
            if let tag, request.ifNoneMatch?.names(node, allowsWeak: true) == true {
                var reply = Reply.empty(.notModified)
                reply.headers.add(name: "ETag", value: tag)
                return reply
            }
            if options.form == .silent { return .empty(.noContent) }
            let json: JSON =
                if options.isPreview {
                    node.previewJSON
                } else if options.isShallow {
                    node.shallowJSON
                } else {
                    options.isExport ? node.exportJSON : node.json(readsArrays: true)
                }
            var reply = Reply(json, options)
            if let tag { reply.headers.add(name: "ETag", value: tag) }
            return reply
        }

        private func write(
            _ request: DataRequest, _ path: Path, _ session: RequestSession, _ reader: DataReader
        ) async throws(RequestFailure) -> Reply {
            let json = request.method == .delete ? .null : try request.json()
            let value = try checked { () throws(DatasyncError) in try WriteValue(json, at: path, readsPriorities: true)
            }
            if let limit = request.options.writeSizeLimit {
                try limit.check(value.node.size + reader.size(at: path))
            }
            do throws(RequestFailure) {
                try await put(value, at: path, if: request.ifMatch, session, reader)
            } catch {
                guard error.status == .preconditionFailed else { throw error }
                return try await staleReply(path, reader)
            }
            // The value that the server computed; a client that may not read it receives an estimate.
            let stored = value.isPlain ? value.node : (try? reader.present(at: path))
            let written =
                value.isPlain
                ? json : (stored ?? value.estimated(now: clock()) { _ in nil }).json(readsArrays: true)
            var reply = Reply(written, request.options)
            if request.wantsETag || request.ifMatch != nil, let stored {
                reply.headers.add(name: "ETag", value: ETag.text(of: stored))
            }
            return reply
        }

        /// The maximum number of attempts at a write with a list of ETags while other clients change the value.
        private static let attempts = 25

        /// Replaces a value if its condition holds.
        ///
        /// The back end compares a single hash. For any other condition, this reads the value, and writes if it is
        /// still the same.
        private func put(
            _ value: WriteValue, at path: Path, if condition: ETagCondition?, _ session: RequestSession,
            _ reader: DataReader
        ) async throws(RequestFailure) {
            guard let condition else { return try await session.put(value, at: path) }
            if let tag = condition.onlyTag {
                return try await session.put(value, at: path, expectedHash: ETag.hash(of: tag))
            }
            for _ in 0..<Self.attempts {
                let present = try await reader.wait(at: path) { () throws(RequestFailure) in
                    try reader.present(at: path)
                }
                guard condition.names(present, allowsWeak: false) else {
                    throw RequestFailure(.preconditionFailed, "The value is another one than those of if-match.")
                }
                do throws(RequestFailure) {
                    return try await session.put(
                        value, at: path, expectedHash: ETag.hash(of: ETag.text(of: present)))
                } catch {
                    if error.status != .preconditionFailed { throw error }
                }
            }
            throw RequestFailure(.serviceUnavailable, "Other clients change the value all the time; try again later.")
        }

        /// Returns the response to a write whose condition does not hold: the current value and its ETag.
        private func staleReply(_ path: Path, _ reader: DataReader) async throws(RequestFailure) -> Reply {
            let present = try await reader.wait(at: path) { () throws(RequestFailure) in try reader.value(at: path) }
            var reply = Reply(.preconditionFailed, present.json(readsArrays: true))
            reply.headers.add(name: "ETag", value: ETag.text(of: present))
            return reply
        }

        private func push(
            _ request: DataRequest, _ path: Path, _ session: RequestSession
        ) async throws(RequestFailure) -> Reply {
            let json = try request.json()
            let (now, random) = (clock(), random)
            let key = identifiers.identifiers.withLock { $0.next(now: now, random: random) }
            let place = path.child(key)
            let value = try checked { () throws(DatasyncError) in try WriteValue(json, at: place, readsPriorities: true)
            }
            try request.options.writeSizeLimit?.check(value.node.size)
            try await session.put(value, at: place)
            return Reply(["name": .string(key.text)], request.options)
        }

        private func merge(
            _ request: DataRequest, _ path: Path, _ session: RequestSession, _ reader: DataReader
        ) async throws(RequestFailure) -> Reply {
            let json = try request.json()
            let parts = try checked { () throws(DatasyncError) in
                try MergePart.parts(json, at: path, readsPriorities: true)
            }
            if let limit = request.options.writeSizeLimit {
                let sizes = parts.map { $0.value.node.size + reader.size(at: path.appending($0.path)) }
                try limit.check(sizes.reduce(0, +))
            }
            try await session.merge(parts, at: path)
            return Reply(json, request.options)
        }

        private func checked<Value>(_ body: () throws(DatasyncError) -> Value) throws(RequestFailure) -> Value {
            do throws(DatasyncError) {
                return try body()
            } catch {
                throw RequestFailure(error)
            }
        }
    }

    extension Reply {
        /// Creates the response to a successful request, in the form selected by its options.
        fileprivate init(_ json: JSON, _ options: RequestOptions) {
            self =
                options.form == .silent ? .empty(.noContent) : Reply(.ok, json, isPretty: options.form == .pretty)
        }
    }

    extension DataReader {
        /// Returns the size of the data that a write replaces, as far as the client may read them.
        fileprivate func size(at path: Path) -> Int { (try? present(at: path))?.size ?? 0 }
    }

    extension Node {
        /// The keys of the children, each with `true`; a primitive stays as it is.
        fileprivate var shallowJSON: JSON {
            guard case .inner(let children) = content else { return json(readsArrays: true) }
            return .object(children.map { JSON.Member($0.key.text, .boolean(true)) })
        }
    }
#endif
