#if Server
    import DatasyncConcurrency
    import DatasyncWebSocket
    import NIOCore
    import NIOHTTP1

    /// A stream of the messages of a namespace's sessions, for the owner.
    final class MessageStream: ResponseStream {
        /// Keeps the namespace loaded.
        private let use: NamespaceUse
        /// The session whose messages are shown; `nil` for all.
        private let session: SessionList.ID?
        private let sender = Guarded<Sender?>(nil)

        init(_ use: NamespaceUse, session: SessionList.ID?) {
            self.use = use
            self.session = session
        }

        /// Registers the stream; messages before its start are not shown.
        ///
        /// - Throws: ``RequestFailure`` with status 429 if the namespace has too many watchers.
        func open() throws(RequestFailure) {
            guard !use.namespace.trace.add(self) else { return }
            throw RequestFailure(
                .tooManyRequests,
                "\(MessageTrace.watcherLimit) streams watch the messages of this namespace already; close one of them.")
        }

        func watches(_ session: SessionList.ID) -> Bool { self.session == nil || self.session == session }

        func start(_ sender: Sender) {
            Self.send("event: open\ndata: null\n\n", to: sender)
            self.sender.withLock { $0 = sender }
        }

        func send(_ text: String) { sender.withLock(\.self).map { Self.send(text, to: $0) } }

        private static func send(_ text: String, to sender: Sender) {
            let data = ByteBuffer(string: text)
            sender.send(.body(.byteBuffer(data)), bytes: data.readableBytes)
        }

        func keepAlive() {
            use.namespace.trace.reportLost()
            send(StreamTranslator.keepAlive)
        }

        func close() {
            use.namespace.trace.remove(self)
            sender.exchange(nil)?.end(with: .end(nil))
        }
    }
#endif
