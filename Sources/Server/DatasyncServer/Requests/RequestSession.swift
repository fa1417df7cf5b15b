#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire

    /// The sessions of a writing request: each action has one of its own, which ends with it.
    struct RequestSession: Sendable {
        let namespace: ServedNamespace
        /// The party whose rights the actions have; `nil` for a request without a credential.
        let principal: Principal?

        init(_ namespace: ServedNamespace, as principal: Principal?) {
            self.namespace = namespace
            self.principal = principal
        }

        /// Replaces a value, if it has the expected hash.
        ///
        /// - Parameters:
        ///   - value: The value.
        ///   - path: The path of the node.
        ///   - expectedHash: The hash of the value to replace; `nil` for any.
        /// - Throws: ``RequestFailure`` with status 412 if the value has another hash.
        func put(
            _ value: WriteValue, at path: Path, expectedHash: String? = nil
        ) async throws(RequestFailure) {
            try await write(.set(value, at: path), expectedHash: expectedHash)
        }

        /// Replaces the values at some paths below a node.
        func merge(_ parts: [MergePart], at path: Path) async throws(RequestFailure) {
            try await write(.merge(parts, at: path))
        }

        /// Waits until all earlier changes are durable and applied: the log delivers a later entry after them.
        func waitUntilApplied() async throws(RequestFailure) {
            // Without on-disconnect writes, this is an entry without effect.
            try check(await perform(.cancelOnDisconnect(path: .root)))
        }

        private func write(_ write: Write, expectedHash: String? = nil) async throws(RequestFailure) {
            let action = Request.Action.write(write, expectedHash: expectedHash)
            let traced = TracedSession(trace: namespace.trace, id: TracedSession.requests)
            traced.note(MessageDescription(Request(number: 1, action: action)))
            let response = await perform(action)
            // All requests over HTTP have one number, so the path tells to which this belongs.
            traced.note(MessageDescription(response, at: write.path))
            try check(response)
        }

        private func check(_ response: Response) throws(RequestFailure) {
            if response.status != .ok { throw RequestFailure(response) }
        }

        private func perform(_ action: Request.Action) async -> Response {
            let session = OpenSession(namespace)
            defer { session.close() }
            return await session.perform(action, as: principal)
        }
    }

    /// A back-end session with one action.
    private final class OpenSession: Sendable {
        private enum State: Sendable {
            case new
            case waiting(CheckedContinuation<Response, Never>)
            case answered
        }

        private let port: BackendPort
        private let connection = Guarded<BackendPort.Connection?>(nil)
        private let state = Guarded(State.new)

        init(_ namespace: ServedNamespace) { port = namespace.makePort() }

        func perform(_ action: Request.Action, as principal: Principal?) async -> Response {
            await withCheckedContinuation { waiter in
                state.withLock { $0 = .waiting(waiter) }
                let connection = port.connect { [weak self] event in self?.receive(event) }
                self.connection.withLock { $0 = connection }
                connection.sendOnly(Request(number: 1, action: action), as: principal)
            }
        }

        func close() { connection.withLock(\.self)?.close() }

        private func receive(_ event: LinkEvent) {
            switch event {
            case .message(.response(let response)): answer(response)
            case .closed(let reason), .refused(let reason):
                let text = "The session ended; send the request again. \(reason)"
                answer(Response(number: 1, status: .unavailable, reason: text))
            case .message, .waiting, .available: break
            }
        }

        private func answer(_ response: Response) {
            if case .waiting(let waiter) = state.exchange(.answered) { waiter.resume(returning: response) }
        }
    }
#endif
