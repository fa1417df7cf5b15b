#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncWebSocket
    import DatasyncWire
    import NIOCore
    import NIOWebSocket

    /// The receiver of a WebSocket session's events, which it sends as frames.
    final class SocketReceiver: PortReceiver {
        let outbox: FrameOutbox
        private let messages: SocketMessages
        /// The session in the trace of its namespace; `nil` for a redirect.
        let traced: TracedSession?
        /// The maximum number of refused requests per second.
        private let refusalLimit: Int
        private let refusals: Guarded<RateLimit>
        private let unanswered = Guarded(UnansweredRequests())
        /// The time for a client to read a close frame and to answer it.
        private let closingGrace: TimeAmount
        /// Called with the size of a request that was refused.
        private let refused: @Sendable (Int) -> Void
        /// Called when enough requests have a response after ``expect(_:byteCount:)`` has returned `true`.
        private let caughtUp: @Sendable () -> Void
        /// Called when the connection ends because too many requests were refused.
        private let disconnected: @Sendable () -> Void

        init(
            _ outbox: FrameOutbox, _ messages: SocketMessages, _ traced: TracedSession?, refusalLimit: Int,
            closingGrace: TimeAmount,
            refused: @escaping @Sendable (Int) -> Void, caughtUp: @escaping @Sendable () -> Void,
            disconnected: @escaping @Sendable () -> Void
        ) {
            self.outbox = outbox
            self.messages = messages
            self.traced = traced
            self.refusalLimit = refusalLimit
            refusals = Guarded(RateLimit(refusalLimit, now: .now()))
            self.closingGrace = closingGrace
            self.refused = refused
            self.caughtUp = caughtUp
            self.disconnected = disconnected
        }

        /// Expects the response to a request, and returns whether the server must stop reading from the client.
        func expect(_ request: Int, byteCount: Int) -> Bool {
            unanswered.withLock { $0.add(request, byteCount: byteCount) }
        }

        var canJoin: Bool { true }

        func receive(_ event: LinkEvent) {
            if case .message(let message) = event { traced?.note(MessageDescription(message)) }
            switch event {
            case .message(.control(.reset(let host))):
                messages.send(.control(.reset(host: host)), to: outbox)
                end(with: .goingAway, because: "Connect again\(host.map { ", to \($0)" } ?? "").")
            case .message(let message):
                noteSize(of: message)
                guard message.isRefusal, refusals.withLock({ $0.note(now: .now()) }) > .zero else {
                    return messages.send(message, to: outbox)
                }
                let reason = "More than \(refusalLimit) requests were refused in a second."
                if end(because: reason) { disconnected() }
            case .closed(let reason), .refused(let reason): end(because: reason)
            case .waiting, .available: break
            }
        }

        private func noteSize(of message: BackendMessage) {
            guard case .response(let response) = message else { return }
            let (byteCount, hasCaughtUp) = unanswered.withLock { $0.remove(response.number) }
            if hasCaughtUp { caughtUp() }
            if message.isRefusal, byteCount > SocketSessionHandler.largeSize { refused(byteCount) }
        }

        /// Ends the connection after the earlier messages.
        @discardableResult
        private func end(with code: WebSocketErrorCode = .policyViolation, because reason: String) -> Bool {
            messages.settle(outbox)
            return outbox.end(with: code, because: reason, linger: closingGrace)
        }
    }

    extension BackendMessage {
        /// Whether the message refuses a request that the client should not have sent.
        ///
        /// A client cannot know that a value has changed, that a token has expired, or that the server is unavailable.
        fileprivate var isRefusal: Bool {
            guard case .response(let response) = self else { return false }
            return ![.ok, .dataStale, .expiredToken, .unavailable, .unknownClient].contains(response.status)
        }
    }
#endif
