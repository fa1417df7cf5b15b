#if Server
    import DatasyncBackend
    import DatasyncWebSocket
    import DatasyncWire

    /// The way of a namespace's messages to its WebSocket sessions.
    struct SocketMessages: Sendable {
        let encoder: MessageEncoder
        /// Counts the frames that are sent.
        let sent: ServerMetrics.Counter
        /// Flushes the connections after the deliveries of the back end; `nil` flushes each connection at once.
        private let group: FlushGroup?

        init(_ metrics: ServerMetrics, group: FlushGroup? = nil) {
            encoder = MessageEncoder(metrics.encodings)
            sent = metrics.messagesSent
            self.group = group
        }

        /// Sends a message to one session.
        func send(_ message: BackendMessage, to outbox: FrameOutbox) {
            let frames = encoder.frames(of: message)
            sent.increment(by: frames.count)
            if let group { group.send(frames, to: outbox) } else { outbox.send(frames) }
        }

        /// Passes on what is to precede the end of a session.
        func settle(_ outbox: FrameOutbox) { group?.settle(outbox) }
    }

    /// The receiver of a push for several sockets of a namespace.
    final class JoinedReceiver: PortReceiver {
        private let messages: SocketMessages
        private let group: FlushGroup
        private let sockets: OutboxSet

        /// `receivers`: Those of sockets; others cannot be joined.
        init(_ receivers: [any PortReceiver], _ messages: SocketMessages, _ group: FlushGroup) {
            self.messages = messages
            self.group = group
            sockets = OutboxSet(receivers.compactMap { ($0 as? SocketReceiver)?.outbox })
        }

        func receive(_ event: LinkEvent) {
            guard case .message(let message) = event else { return }
            let frames = messages.encoder.frames(of: message)
            messages.sent.increment(by: frames.count * sockets.all.count)
            group.send(frames, to: sockets)
        }
    }
#endif
