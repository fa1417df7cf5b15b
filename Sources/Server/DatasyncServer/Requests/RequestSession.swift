#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire

    /// A back-end session for one writing request: sends actions, and returns their responses.
    final class RequestSession: Sendable {
        private typealias Waiter = CheckedContinuation<Response, Never>

        private struct Core: Sendable {
            var connection: BackendPort.Connection?
            /// The party whose sign-in the first request brings along.
            var principal: Principal?
            var lastNumber = 0
            var waiters: [Int: Waiter] = [:]
            var isClosed = false

            /// Returns a request with the sign-in before it, if that has not been sent; no connection if it is closed.
            mutating func requests(
                for action: Request.Action, _ waiter: Waiter
            ) -> ([(request: Request, signIn: SignInDecision?)], BackendPort.Connection?) {
                guard !isClosed else { return ([], nil) }
                var requests: [(request: Request, signIn: SignInDecision?)] = []
                if let principal = principal.take() {
                    // Its response is not needed: the decision is there.
                    let signIn = Request(number: lastNumber + 1, action: .authenticate(credential: ""))
                    requests.append((signIn, .accepted(principal)))
                }
                lastNumber += requests.count + 1
                requests.append((Request(number: lastNumber, action: action), nil))
                waiters[lastNumber] = waiter
                return (requests, connection)
            }
        }

        private let port: BackendPort
        private let core = Guarded(Core())

        init(_ namespace: ServedNamespace) { port = namespace.makePort() }

        /// Opens the session; its sign-in is sent with the first request.
        ///
        /// - Parameter principal: The party whose rights it has; `nil` for a request without a credential.
        func open(as principal: Principal?) {
            let connection = port.connect { [weak self] event in self?.receive(event) }
            core.withLock { ($0.connection, $0.principal) = (connection, principal) }
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
            try check(await perform(.write(.set(value, at: path), expectedHash: expectedHash)))
        }

        /// Replaces the values at some paths below a node.
        func merge(_ parts: [MergePart], at path: Path) async throws(RequestFailure) {
            try check(await perform(.write(.merge(parts, at: path))))
        }

        /// Waits until all earlier changes are durable and applied: the log delivers a later entry after them.
        func waitUntilApplied() async throws(RequestFailure) {
            // Without on-disconnect writes, this is an entry without effect.
            try check(await perform(.cancelOnDisconnect(path: .root)))
        }

        private func check(_ response: Response) throws(RequestFailure) {
            if response.status != .ok { throw RequestFailure(response) }
        }

        private func perform(_ action: Request.Action) async -> Response {
            await withCheckedContinuation { waiter in
                let (requests, connection) = core.withLock { core in core.requests(for: action, waiter) }
                guard let connection else { return waiter.resume(returning: Self.closed(0)) }
                connection.sendAll(requests)
            }
        }

        func close() { close(because: nil) }

        /// Ends the session; waiting requests fail with the reason.
        private func close(because reason: String?) {
            let (connection, waiters) = core.withLock { core in
                defer {
                    core.connection = nil
                    core.waiters = [:]
                    core.isClosed = true
                }
                return (core.connection, core.waiters)
            }
            connection?.close()
            for (number, waiter) in waiters { waiter.resume(returning: Self.closed(number, because: reason)) }
        }

        private func receive(_ event: LinkEvent) {
            switch event {
            case .message(.response(let response)):
                core.withLock { $0.waiters.removeValue(forKey: response.number) }?.resume(returning: response)
            case .closed(let reason), .refused(let reason): close(because: reason)
            case .message, .waiting, .available: break
            }
        }

        private static func closed(_ number: Int, because reason: String? = nil) -> Response {
            let text = "The session ended; send the request again."
            return Response(number: number, status: .unavailable, reason: reason.map { "\(text) \($0)" } ?? text)
        }
    }
#endif
