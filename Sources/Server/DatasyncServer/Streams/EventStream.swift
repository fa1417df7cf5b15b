#if Server
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import NIOCore
    import NIOHTTP1

    /// A stream of events about a node, for one HTTP client.
    final class EventStream: ResponseStream {
        private struct Core: Sendable {
            var connection: (any LinkConnection)?
            /// The value of the node, for a stream of previews.
            var value = Node.null
            /// The pushes that wait for the response's head, each with the value after it.
            var waiting: [(Push, Node)] = []
            var sender: Sender?
            var waiter: CheckedContinuation<Response, Never>?
            var hasEnded = false
        }

        private let link: any Link
        private let path: Path
        private let window: Window
        private let credential: String?
        private let translator: StreamTranslator
        private let core: Guarded<Core>

        /// Creates the stream of a request.
        ///
        /// - Parameters:
        ///   - link: The link of its session.
        ///   - path: The path of the node.
        ///   - options: The query, and the form of the events.
        ///   - credential: The credential of the request.
        init(_ link: any Link, path: Path, _ options: RequestOptions, _ credential: String?) {
            self.link = link
            self.path = path
            window = options.window
            self.credential = credential
            translator = StreamTranslator(path: path, isExport: options.isExport, isPreview: options.isPreview)
            core = Guarded(Core())
        }

        /// Listens to the node with the request's credential.
        ///
        /// - Throws: ``RequestFailure`` if the back end refuses.
        func open() async throws(RequestFailure) {
            let connection = link.open { [weak self] event in self?.receive(event) }
            core.withLock { $0.connection = connection }
            if let credential {
                let signIn = Request(
                    number: StreamTranslator.listenNumber + 1, action: .authenticate(credential: credential))
                try check(await perform(signIn, on: connection))
            }
            let listen = Request.Action.listen(path: path, window: window, tag: window.isAll ? nil : 1, hash: nil)
            try check(await perform(Request(number: StreamTranslator.listenNumber, action: listen), on: connection))
        }

        func start(_ sender: Sender) {
            core.withLock { core in
                // Sent under the lock, because later events must come after these; the sender only queues them.
                core.sender = sender
                for (push, value) in core.waiting { send(push, value, to: sender) }
                core.waiting = []
                if core.hasEnded { sender.end(with: .end(nil)) }
            }
        }

        /// Sends the event that keeps the stream open; if the token has expired, the stream ends instead.
        func keepAlive() {
            let connection = core.withLock(\.connection)
            if (connection as? SessionConnection)?.checkExpiry() == true { return }
            core.withLock { $0.sender }.map { Self.send(StreamTranslator.keepAlive, to: $0) }
        }

        /// Ends the session, then the response once the waiting events are sent.
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
            case .closed, .refused: close()
            case .message(.push(let push)):
                core.withLock { core in
                    core.value = translator.value(core.value, after: push)
                    guard let sender = core.sender else { return core.waiting.append((push, core.value)) }
                    send(push, core.value, to: sender)
                }
                if push.endsListen { close() }
            case .message(.response(let response)):
                core.withLock { $0.waiter.take() }?.resume(returning: response)
            case .message(.control), .waiting, .available: break
            }
        }

        /// The size of a value above which its event is made only after the client has read earlier ones.
        private static let largeSize = 1 << 16
        /// The size of a piece of a large event; the client counts as making progress after each piece.
        private static let pieceSize = 1 << 18

        private func send(_ push: Push, _ value: Node, to sender: Sender) {
            let size = push.estimatedSize
            guard size > Self.largeSize else {
                if let text = translator.event(for: push, value: value) { Self.send(text, to: sender) }
                return
            }
            sender.send(estimatedBytes: size) { [translator] in
                guard let text = translator.event(for: push, value: value) else { return [] }
                var data = ByteBuffer(string: text)
                var pieces: [(part: HTTPServerResponsePart, bytes: Int)] = []
                while let piece = data.readSlice(length: min(data.readableBytes, Self.pieceSize)),
                    piece.readableBytes > 0
                {
                    pieces.append((.body(.byteBuffer(piece)), piece.readableBytes))
                }
                return pieces
            }
        }

        private static func send(_ text: String, to sender: Sender) {
            let data = ByteBuffer(string: text)
            sender.send(.body(.byteBuffer(data)), bytes: data.readableBytes)
        }
    }

    extension Push {
        /// Whether the push ends the listen.
        fileprivate var endsListen: Bool {
            switch self {
            case .revoked, .authenticationRevoked: true
            case .set, .merge, .securityDebug: false
            }
        }
    }
#endif
