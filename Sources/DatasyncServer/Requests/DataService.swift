#if Server
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The responses to requests for data.
    ///
    /// A request runs in a session of its own, so its rights are those of a WebSocket client with the same credential.
    struct DataService: Sendable {
        private let clock: @Sendable () -> Double
        private let random: @Sendable () -> UInt64
        private let identifiers = IdentifierSource()

        /// The source of keys for added children, shared by all requests.
        private final class IdentifierSource: Sendable {
            let identifiers = Guarded(PushIdentifiers())
        }

        init(clock: @escaping @Sendable () -> Double, random: @escaping @Sendable () -> UInt64) {
            self.clock = clock
            self.random = random
        }

        /// Executes a request.
        ///
        /// - Throws: ``RequestFailure`` with the status of the response.
        func reply(
            to request: DataRequest, at path: Path, in namespace: ServedNamespace, link: any Link
        ) async throws(RequestFailure) -> Reply {
            let session = RequestSession(link)
            defer { session.close() }
            try await session.open(request.token)
            let access = DataAccess(session: session, namespace: namespace)
            switch request.method {
            case .get: return try await read(request, path, access)
            case .put, .delete: return try await write(request, path, access)
            case .post: return try await push(request, path, access)
            case .patch: return try await merge(request, path, access)
            }
        }

        private func read(
            _ request: DataRequest, _ path: Path, _ access: DataAccess
        ) async throws(RequestFailure) -> Reply {
            let options = request.options
            let node =
                options.isShallow && path.last?.isPriority != true
                ? try await access.readPart(of: path) : try await access.read(path, options.window)
            let tag = request.wantsETag || request.ifNoneMatch != nil ? ETag.text(of: node) : nil
            if let tag, request.ifNoneMatch == tag {
                var reply = Reply.empty(.notModified)
                reply.headers.add(name: "ETag", value: tag)
                return reply
            }
            if options.form == .silent { return .empty(.noContent) }
            let json: JSON =
                options.isShallow ? node.shallowJSON : options.isExport ? node.exportJSON : node.json(readsArrays: true)
            var reply = Reply(json, options)
            if let tag { reply.headers.add(name: "ETag", value: tag) }
            return reply
        }

        private func write(
            _ request: DataRequest, _ path: Path, _ access: DataAccess
        ) async throws(RequestFailure) -> Reply {
            let json = request.method == .delete ? .null : try request.json()
            let value = try checked { () throws(DatasyncError) in try WriteValue(json, at: path, readsPriorities: true)
            }
            do throws(RequestFailure) {
                try await access.put(value, at: path, expectedHash: request.ifMatch.map(ETag.hash))
            } catch {
                guard error.status == .preconditionFailed else { throw error }
                return try await staleReply(path, access)
            }
            let written = await access.written(value, json, at: path, clock: clock)
            var reply = Reply(written, request.options)
            if request.wantsETag || request.ifMatch != nil, let node = try? Node(json, at: path) {
                reply.headers.add(name: "ETag", value: ETag.text(of: node))
            }
            return reply
        }

        /// Returns the response to a write whose condition does not hold: the present value and its ETag.
        private func staleReply(_ path: Path, _ access: DataAccess) async throws(RequestFailure) -> Reply {
            let present = try await access.read(path, .all)
            var reply = Reply(.preconditionFailed, present.json(readsArrays: true))
            reply.headers.add(name: "ETag", value: ETag.text(of: present))
            return reply
        }

        private func push(
            _ request: DataRequest, _ path: Path, _ access: DataAccess
        ) async throws(RequestFailure) -> Reply {
            let json = try request.json()
            let (now, random) = (clock(), random)
            let key = identifiers.identifiers.withLock { $0.next(now: now, random: random) }
            let place = path.child(key)
            let value = try checked { () throws(DatasyncError) in try WriteValue(json, at: place, readsPriorities: true)
            }
            try await access.put(value, at: place, expectedHash: nil)
            return Reply(["name": .string(key.text)], request.options)
        }

        private func merge(
            _ request: DataRequest, _ path: Path, _ access: DataAccess
        ) async throws(RequestFailure) -> Reply {
            let json = try request.json()
            let parts = try checked { () throws(DatasyncError) in
                try MergePart.parts(json, at: path, readsPriorities: true)
            }
            try await access.merge(parts, at: path)
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
        /// Creates the response to a successful request, in the form that its options select.
        fileprivate init(_ json: JSON, _ options: RequestOptions) {
            self =
                options.form == .silent ? .empty(.noContent) : Reply(.ok, json, isPretty: options.form == .pretty)
        }
    }

    extension Node {
        /// The keys of the children, each with `true`; a primitive as it is.
        fileprivate var shallowJSON: JSON {
            guard case .inner(let children) = content else { return json(readsArrays: true) }
            return .object(children.map { JSON.Member($0.key.text, .boolean(true)) })
        }
    }
#endif
