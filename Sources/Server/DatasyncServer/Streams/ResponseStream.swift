#if Server
    import DatasyncWebSocket
    import NIOHTTP1

    /// A response that goes on until one side ends it.
    protocol ResponseStream: AnyObject, Sendable {
        typealias Sender = Outbox<HTTPServerResponsePart>

        /// Begins to gather events.
        ///
        /// - Throws: ``RequestFailure`` if the stream cannot be opened.
        func open() async throws(RequestFailure)

        /// Sends the waiting events, and all later ones.
        func start(_ sender: Sender)

        /// Sends the event that keeps the stream open.
        func keepAlive()

        /// Ends the stream once the waiting events are sent.
        func close()
    }
#endif
