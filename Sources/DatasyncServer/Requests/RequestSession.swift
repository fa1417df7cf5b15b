#if Server
    import DatasyncConcurrency
    import DatasyncWire

    /// A session of a back end for one request: sends actions, and returns their responses.
    final class RequestSession: Sendable {
        private typealias Waiter = CheckedContinuation<Response, Never>

        private struct Core: Sendable {
            var connection: (any LinkConnection)?
            var lastNumber = 0
            var waiters: [Int: Waiter] = [:]
            var isClosed = false
        }

        private let link: any Link
        private let core = Guarded(Core())

        init(_ link: any Link) { self.link = link }

        /// Opens the session with the credential of a request.
        func open(_ credential: String?) async throws(RequestFailure) {
            let connection = link.open { [weak self] event in self?.receive(event) }
            core.withLock { $0.connection = connection }
            if let credential {
                let response = await perform(.authenticate(credential: credential))
                guard response.status == .ok else { throw RequestFailure(response) }
            }
        }

        /// Sends an action, and waits for its response.
        func perform(_ action: Request.Action) async -> Response {
            await withCheckedContinuation { waiter in
                let (number, connection) = core.withLock { core -> (Int, (any LinkConnection)?) in
                    core.lastNumber += 1
                    if !core.isClosed { core.waiters[core.lastNumber] = waiter }
                    return (core.lastNumber, core.isClosed ? nil : core.connection)
                }
                guard let connection else { return waiter.resume(returning: Self.closed(number)) }
                connection.send(.request(Request(number: number, action: action)))
            }
        }

        func close() {
            let (connection, waiters) = core.withLock { core in
                defer {
                    core.connection = nil
                    core.waiters = [:]
                    core.isClosed = true
                }
                return (core.connection, core.waiters)
            }
            connection?.close()
            for (number, waiter) in waiters { waiter.resume(returning: Self.closed(number)) }
        }

        private func receive(_ event: LinkEvent) {
            switch event {
            case .message(.response(let response)):
                core.withLock { $0.waiters.removeValue(forKey: response.number) }?.resume(returning: response)
            case .closed: close()
            case .message, .waiting, .available: break
            }
        }

        private static func closed(_ number: Int) -> Response {
            Response(number: number, status: .unavailable, reason: "The session ended; send the request again.")
        }
    }
#endif
