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
            var lastNumber = 0
            var waiters: [Int: Waiter] = [:]
            var isClosed = false
        }

        private let port: BackendPort
        private let core = Guarded(Core())

        init(_ namespace: ServedNamespace) { port = namespace.makePort() }

        /// Opens the session.
        ///
        /// - Parameter principal: The party whose rights it has; `nil` for a request without a credential.
        /// - Throws: ``RequestFailure`` if the session cannot be opened.
        func open(as principal: Principal?) async throws(RequestFailure) {
            let connection = port.connect { [weak self] event in self?.receive(event) }
            core.withLock { $0.connection = connection }
            guard let principal else { return }
            try check(await perform(.authenticate(credential: ""), signIn: .accepted(principal)))
        }

        /// Replaces a value, if it has the expected hash.
        ///
        /// - Throws: ``RequestFailure`` with status 412 if the value has another hash.
        func put(_ value: WriteValue, at path: Path, expectedHash: String? = nil) async throws(RequestFailure) {
            try check(await perform(.write(.set(value, at: path), expectedHash: expectedHash)))
        }

        /// Replaces the values at some paths below a node.
        func merge(_ parts: [MergePart], at path: Path) async throws(RequestFailure) {
            try check(await perform(.write(.merge(parts, at: path))))
        }

        /// Waits until all earlier changes are durable and applied: the log delivers a later entry after them.
        func waitUntilApplied() async throws(RequestFailure) { try check(await perform(.unauthenticate)) }

        private func check(_ response: Response) throws(RequestFailure) {
            if response.status != .ok { throw RequestFailure(response) }
        }

        private func perform(_ action: Request.Action, signIn: SignInDecision? = nil) async -> Response {
            await withCheckedContinuation { waiter in
                let (number, connection) = core.withLock { core -> (Int, BackendPort.Connection?) in
                    core.lastNumber += 1
                    if !core.isClosed { core.waiters[core.lastNumber] = waiter }
                    return (core.lastNumber, core.isClosed ? nil : core.connection)
                }
                guard let connection else { return waiter.resume(returning: Self.closed(number)) }
                connection.send(.request(Request(number: number, action: action)), signIn: signIn)
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
