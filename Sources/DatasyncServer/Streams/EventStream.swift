#if Server
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import NIOCore
    import NIOHTTP1

    /// A stream of events about a node, for one HTTP client.
    final class EventStream: Sendable {
        typealias Sender = Outbox<HTTPServerResponsePart>

        private struct Core: Sendable {
            var translator: StreamTranslator
            var connection: (any LinkConnection)?
            /// The texts that wait for the head of the response.
            var waiting = StreamTranslator.Output()
            var sender: Sender?
            var waiter: CheckedContinuation<Response, Never>?
            var hasEnded = false
        }

        private let link: any Link
        private let path: Path
        private let core: Guarded<Core>

        init(_ link: any Link, path: Path) {
            self.link = link
            self.path = path
            core = Guarded(Core(translator: StreamTranslator(path: path)))
        }

        /// Listens to the node, with the credential of the request.
        ///
        /// - Throws: ``RequestFailure`` if the back end refuses.
        func listen(_ window: Window, _ credential: String?) async throws(RequestFailure) {
            let connection = link.open { [weak self] event in self?.receive(event) }
            core.withLock { $0.connection = connection }
            if let credential {
                let signIn = Request(
                    number: StreamTranslator.listenNumber + 1, action: .authenticate(credential: credential))
                try check(await perform(signIn, on: connection))
            }
            let listen = Request.Action.listen(path: path, window: window, tag: window.isAll ? nil : 1, hash: "")
            try check(await perform(Request(number: StreamTranslator.listenNumber, action: listen), on: connection))
        }

        /// Sends the events that wait, and all later ones.
        func start(_ sender: Sender) {
            core.withLock { core in
                // Sent under the lock, as later events must follow these; the sender only queues them.
                core.sender = sender
                Self.send(core.waiting, to: sender)
                core.waiting = StreamTranslator.Output()
                if core.hasEnded { sender.end(with: .end(nil)) }
            }
        }

        /// Sends the event that keeps the stream open.
        ///
        /// If the token has expired, the stream ends instead.
        func keepAlive() {
            let connection = core.withLock(\.connection)
            if (connection as? SessionConnection)?.checkExpiry() == true { return }
            core.withLock { $0.sender }.map {
                Self.send(StreamTranslator.Output(texts: [StreamTranslator.keepAlive]), to: $0)
            }
        }

        /// Ends the session, and the response after the events that wait.
        func close() {
            let (connection, sender, waiter) = core.withLock { core in
                defer {
                    core.connection = nil
                    core.waiter = nil
                    core.hasEnded = true
                }
                return (core.connection, core.sender, core.waiter)
            }
            connection?.close()
            sender?.end(with: .end(nil))
            waiter?.resume(returning: Self.closed)
        }

        private static let closed = Response(
            number: StreamTranslator.listenNumber, status: .unavailable,
            reason: "The session ended; open the stream again.")

        private func check(_ response: Response) throws(RequestFailure) {
            if response.status == .ok { return }
            close()
            throw RequestFailure(response)
        }

        private func perform(_ request: Request, on connection: any LinkConnection) async -> Response {
            await withCheckedContinuation { waiter in
                let hasEnded = core.withLock { core in
                    if !core.hasEnded { core.waiter = waiter }
                    return core.hasEnded
                }
                if hasEnded { return waiter.resume(returning: Self.closed) }
                connection.send(.request(request))
            }
        }

        private func receive(_ event: LinkEvent) {
            switch event {
            case .closed: close()
            case .message(.push(let push)):
                let isEnd = core.withLock { core in
                    let output = core.translator.accept(push)
                    Self.note(output, in: &core)
                    return output.isEnd
                }
                if isEnd { close() }
            case .message(.response(let response)):
                let waiter = core.withLock { core -> CheckedContinuation<Response, Never>? in
                    if response.number == StreamTranslator.listenNumber, response.status == .ok {
                        Self.note(core.translator.accepted(), in: &core)
                    }
                    defer { core.waiter = nil }
                    return core.waiter
                }
                waiter?.resume(returning: response)
            case .message(.control), .waiting, .available: break
            }
        }

        private static func note(_ output: StreamTranslator.Output, in core: inout Core) {
            if let sender = core.sender {
                send(output, to: sender)
            } else {
                core.waiting.texts += output.texts
            }
        }

        private static func send(_ output: StreamTranslator.Output, to sender: Sender) {
            for text in output.texts {
                let data = ByteBuffer(string: text)
                sender.send(.body(.byteBuffer(data)), bytes: data.readableBytes)
            }
        }
    }
#endif
