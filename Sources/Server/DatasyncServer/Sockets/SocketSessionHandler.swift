#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import Logging
    import NIOCore
    import NIOWebSocket

    /// The handler of a WebSocket connection: one session of a namespace.
    ///
    /// ```
    ///   open ── close frame, violation, slow consumer, dead, drained ──▶ closing ──▶ closed
    /// ```
    final class SocketSessionHandler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame

        /// An input that waits its turn.
        private enum Input {
            case frame(MessageText)
            /// The client's close frame.
            case close
            case violation(MessageAssembler.Violation)
        }

        /// The time for a client to read a close frame and to answer it.
        private static let closingGrace = TimeAmount.seconds(2)
        /// The number of bytes waiting for a client above which the server stops reading from it.
        private static let pausingBytes = 1 << 20
        /// The number of frames to handle before the event loop's other connections get their turn.
        private static let framesAtOnce = 64
        /// The size of the largest message that is read on the event loop.
        static let largeSize = 1 << 16

        private let socket: ServerContext.Socket
        private let context: ServerContext
        private let connectionID: ConnectionRegistry.ID
        private var assembler: MessageAssembler
        private var budget: MessageBudget
        private var reader = RequestReader(limits: .ofData)
        /// The frames behind a large message that another thread is reading; `nil` at other times.
        private var delayed: Fifo<Input>?
        /// Whether the connection has ended; the session ends after the frames that arrived before.
        private var hasEnded = false
        /// The number of frames handled in this turn.
        private var handled = 0
        private let watch: SilenceWatch
        private var outbox: FrameOutbox?
        private var session: (any LinkConnection)?
        private var isClosing = false
        private var requests: RateLimit
        /// Whether the server has stopped reading from the client because much waits for it.
        private var waitsForOutput = false
        /// Whether the server has stopped reading from the client because many of its requests have no response.
        private var waitsForAnswers = false
        /// The pause in reading from a client with too many requests, or whose large request was refused, and its end.
        private var pause: Scheduled<Void>?
        private var pauseEnd = NIODeadline.uptimeNanoseconds(0)
        /// The size of the frames of the message that is being read.
        private var messageBytes = 0
        private var receiver: SocketReceiver?

        init(_ socket: ServerContext.Socket, _ context: ServerContext, _ connectionID: ConnectionRegistry.ID) {
            self.socket = socket
            self.context = context
            self.connectionID = connectionID
            let limits = context.configuration.limits
            assembler = MessageAssembler(.server, limit: limits.messageBytes)
            budget = MessageBudget(limit: limits.messageBytes)
            requests = RateLimit(limits.requestsPerSecond, now: .now())
            watch = SilenceWatch(KeepAlive.Intervals(silence: limits.pingAfter, grace: limits.pongTime))
        }

        func handlerAdded(context channelContext: ChannelHandlerContext) {
            context.metrics.sockets.opened()
            context.log(.debug, "session of \(channelContext.channel.remoteText) opened")
            guard let outbox = makeOutbox(channelContext) else { return channelContext.close(promise: nil) }
            self.outbox = outbox
            let (context, channel) = (context, channelContext.channel)
            let own = NIOLoopBound(WeakReference(self), eventLoop: channel.eventLoop)
            watch.start(on: channelContext.eventLoop) {
                outbox.send([FrameBytes.frame(.ping, [])])
                own.value.object?.pinged()
            } died: {
                outbox.end(
                    with: .goingAway, because: "Nothing arrived, and a ping was not answered.",
                    linger: Self.closingGrace)
            }
            let receiver = SocketReceiver(
                outbox, socket.messages, socket.traced, refusalLimit: context.configuration.limits.refusalsPerSecond,
                closingGrace: Self.closingGrace
            ) { byteCount in
                channel.eventLoop.execute { own.value.object?.refused(byteCount, channel) }
            } caughtUp: {
                channel.eventLoop.execute { own.value.object?.caughtUp(channel) }
            } disconnected: {
                context.log(.warning, "disconnected \(channel.remoteText): too many refused requests")
            }
            self.receiver = receiver
            let session = socket.open(receiver)
            self.session = session
            context.connections.setDrain(connectionID, move: (session as? SessionConnection).map(makeMove)) {
                outbox.end(
                    with: .goingAway, because: "The server shuts down; connect again.", linger: Self.closingGrace)
            }
        }

        /// Returns the closure that asks the client of a session to connect to another server.
        private func makeMove(of session: SessionConnection) -> @Sendable () -> Bool {
            let (placement, namespace) = (context.placement, socket.namespace)
            return { [weak session] in
                guard let session, let redirect = placement.successor(of: namespace) else { return false }
                session.leave(for: redirect.host)
                return true
            }
        }

        /// Creates the queue of frames, which bypass the channel's encoder; `nil` if it has none.
        private func makeOutbox(_ channelContext: ChannelHandlerContext) -> FrameOutbox? {
            let encoder = try? channelContext.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
            guard let encoder else { return nil }
            let context = context
            let limit = context.configuration.limits.outgoingBytes
            let write = FrameBytes.writer(past: encoder)
            let timer: Outbox<ByteBuffer>.Timer = { context.clock.schedule(in: $0, $1) }
            // Weak, because other connections and timers may hold the outbox for longer than this handler lives.
            let own = NIOLoopBound(WeakReference(self), eventLoop: channelContext.eventLoop)
            let channel = channelContext.channel
            let memory = Outbox<ByteBuffer>.Memory(context.budget, executor: context.encoder) {
                own.value.object?.noteProgress(channel)
            }
            return FrameOutbox(channel: channel, limit: limit, memory: memory, write: write, timer: timer) { channel in
                context.noteSlowClient(channel, limit: limit)
                let final = FrameBytes.closing(
                    .policyViolation, reason: "The client reads too slowly; too many bytes wait for it.")
                // The close frame may not get through, because the client does not read.
                let written = channel.eventLoop.makePromise(of: Void.self)
                write([final], channel, written)
                written.futureResult.whenComplete { _ in channel.close(mode: .all, promise: nil) }
                let cancel = timer(Self.closingGrace) { channel.close(mode: .all, promise: nil) }
                channel.closeFuture.whenComplete { _ in cancel() }
            }
        }

        func channelRead(context channelContext: ChannelHandlerContext, data: NIOAny) {
            watch.received()
            do throws(MessageAssembler.Violation) {
                switch try assembler.accept(unwrapInboundIn(data)) {
                case nil, .pong?: break
                case .text(let text)?:
                    if isClosing { return }
                    context.metrics.messagesReceived.increment()
                    guard budget.accept(text) else {
                        throw MessageAssembler.Violation(
                            .messageTooLarge, "A message is larger than the limit of the server; send it in parts.")
                    }
                    guard delayed == nil else {
                        delayed?.append(.frame(text))
                        break
                    }
                    try received(text, channelContext)
                    handled += 1
                    if handled >= Self.framesAtOnce, delayed == nil { delay(channelContext) }
                case .ping(let data)?:
                    outbox?.send([FrameBytes.frame(.pong, data.readableBytesView)])
                case .close?: if delayed == nil { receivedClose(channelContext) } else { delayed?.append(.close) }
                }
            } catch {
                fail(error, channelContext)
            }
        }

        private func receivedClose(_ channelContext: ChannelHandlerContext) {
            // The echo of this side's close frame completes the exchange.
            if outbox?.end(with: .normalClosure) != true { channelContext.close(promise: nil) }
        }

        private func received(
            _ text: MessageText, _ channelContext: ChannelHandlerContext
        ) throws(MessageAssembler.Violation) {
            messageBytes += text.byteCount
            if text.byteCount > Self.largeSize {
                return readElsewhere(channelContext) { reader, mayWrite throws(MessageAssembler.Violation) in
                    reader.accept(try text.decoded(), mayWrite: mayWrite)
                }
            }
            switch reader.join(try text.decoded()) {
            case nil: break
            case .failure(let error)?: handle(reader.refuse(error.message), channelContext)
            case .success(let frames)?:
                guard frames.byteCount > Self.largeSize else { return handle(reader.read(frames.text), channelContext) }
                readElsewhere(channelContext) { reader, mayWrite in reader.read(frames.text, mayWrite: mayWrite) }
            }
        }

        /// Reads large data on another thread, so that they do not delay other connections.
        private func readElsewhere(
            _ channelContext: ChannelHandlerContext,
            _ read:
                @escaping @Sendable (inout RequestReader, _ mayWrite: (Path) -> Bool)
                throws(MessageAssembler.Violation) -> RequestReader.Input?
        ) {
            guard let session else { return }
            delayed = Fifo()
            setReading(of: channelContext.channel)
            let own = NIOLoopBound((self, channelContext), eventLoop: channelContext.eventLoop)
            let (eventLoop, reader) = (channelContext.eventLoop, reader)
            context.decoder {
                var reader = reader
                let input = Result { () throws(MessageAssembler.Violation) in
                    try read(&reader) { session.mayAllowWriting(at: $0) }
                }
                let state = reader
                eventLoop.execute {
                    let (handler, channelContext) = own.value
                    handler.reader = state
                    handler.handle(input, channelContext)
                }
            }
        }

        /// Handles what was read elsewhere, and then the frames behind it.
        private func handle(
            _ input: Result<RequestReader.Input?, MessageAssembler.Violation>, _ channelContext: ChannelHandlerContext
        ) {
            do throws(MessageAssembler.Violation) {
                if let input = try input.get() { handle(input, channelContext) }
            } catch {
                close(for: error, channelContext)
            }
            receiveDelayed(channelContext)
        }

        func channelReadComplete(context channelContext: ChannelHandlerContext) {
            if delayed == nil { handled = 0 }
            channelContext.fireChannelReadComplete()
        }

        /// Handles the next frames later, so that the event loop's other connections get their turn.
        private func delay(_ channelContext: ChannelHandlerContext) {
            delayed = Fifo()
            setReading(of: channelContext.channel)
            let own = NIOLoopBound((self, channelContext), eventLoop: channelContext.eventLoop)
            // Not at once: an event loop runs such tasks before it looks at other connections.
            channelContext.eventLoop.scheduleTask(in: .microseconds(200)) { own.value.0.receiveDelayed(own.value.1) }
        }

        /// Handles the frames that arrived while other frames were handled or a large message was read.
        private func receiveDelayed(_ channelContext: ChannelHandlerContext) {
            var frames = delayed.take() ?? Fifo()
            handled = 0
            while !isClosing, let input = frames.popFirst() {
                do throws(MessageAssembler.Violation) {
                    switch input {
                    case .frame(let text): try received(text, channelContext)
                    case .close: receivedClose(channelContext)
                    case .violation(let violation): throw violation
                    }
                } catch {
                    fail(error, channelContext)
                }
                handled += 1
                if handled >= Self.framesAtOnce, delayed == nil, !frames.isEmpty { delay(channelContext) }
                guard delayed != nil else { continue }
                // The rest has to wait, perhaps for another large message.
                delayed = frames
                return
            }
            if hasEnded { endSession() } else { setReading(of: channelContext.channel) }
        }

        private func handle(_ input: RequestReader.Input, _ channelContext: ChannelHandlerContext) {
            defer { messageBytes = 0 }
            switch input {
            case .message(let message):
                guard case .request(let request) = message else {
                    session?.send(message)
                    return
                }
                if receiver?.expect(request.number, byteCount: messageBytes) == true {
                    context.metrics.slowedClients.increment()
                    waitsForAnswers = true
                    setReading(of: channelContext.channel)
                }
                session?.send(message)
                slowDown(channelContext.channel)
                pauseForOutput(channelContext.channel)
            case .malformed(let response):
                send(.response(response))
                slowDown(channelContext.channel)
                if messageBytes > Self.largeSize { refused(messageBytes, channelContext.channel) }
            case .refused(let reason):
                send(.control(.shutdown(reason: reason)))
                session?.close()
                outbox?.end(with: .policyViolation, because: reason, linger: Self.closingGrace)
            }
        }

        /// Stops reading for a while if the client sends too many requests; received ones are still handled.
        private func slowDown(_ channel: any Channel) { pause(for: requests.note(now: channel.eventLoop.now), channel) }

        /// Stops reading for a while after a large request was refused.
        private func refused(_ byteCount: Int, _ channel: any Channel) {
            pause(for: context.pause(afterRefusing: byteCount, now: channel.eventLoop.now), channel)
        }

        private func pause(for time: TimeAmount, _ channel: any Channel) {
            let end = channel.eventLoop.now + time
            guard time > .zero, !isClosing, !hasEnded, end > pauseEnd else { return }
            if pause == nil { context.metrics.slowedClients.increment() }
            pause?.cancel()
            pauseEnd = end
            defer { setReading(of: channel) }
            pause = channel.eventLoop.assumeIsolated().scheduleTask(deadline: end) { [weak self] in
                guard let self else { return }
                pause = nil
                setReading(of: channel)
            }
        }

        /// Resumes reading from a client whose requests have responses.
        private func caughtUp(_ channel: any Channel) {
            waitsForAnswers = false
            setReading(of: channel)
        }

        /// Takes a client that is not read for one that has answered: its pong is among the data that are not read.
        private func pinged() { if waitsForAnswers { watch.received() } }

        /// Stops reading while much waits for the client and for all, so that it must read before asking for more.
        private func pauseForOutput(_ channel: any Channel) {
            guard context.budget.isScarce, !waitsForOutput, !isClosing, let outbox,
                outbox.waitingBytes > Self.pausingBytes
            else { return }
            waitsForOutput = true
            setReading(of: channel)
        }

        /// Records that the client has read something, and resumes reading from it if little waits for it.
        private func noteProgress(_ channel: any Channel) {
            guard waitsForOutput, let outbox else { return }
            // Its pong may be among the data that are not read.
            watch.received()
            guard outbox.waitingBytes <= Self.pausingBytes / 2 else { return }
            waitsForOutput = false
            setReading(of: channel)
        }

        /// Reads from the client unless there is a reason not to.
        private func setReading(of channel: any Channel) {
            let isReading = pause == nil && !waitsForOutput && !waitsForAnswers && delayed == nil
            channel.setOption(.autoRead, value: isReading).whenFailure { _ in channel.close(mode: .all, promise: nil) }
        }

        private func send(_ message: BackendMessage) {
            socket.traced?.note(MessageDescription(message))
            let frames = socket.messages.encoder.frames(of: message)
            socket.messages.sent.increment(by: frames.count)
            outbox?.send(frames)
        }

        func errorCaught(context channelContext: ChannelHandlerContext, error: any Error) {
            // After a violation, the decoder reports all further data as errors.
            if isClosing { return }
            if let violation = MessageAssembler.Violation(error) {
                fail(violation, channelContext)
            } else {
                context.log(.info, "closed \(channelContext.channel.remoteText): \("\(error)".withoutSourcePaths)")
                channelContext.close(promise: nil)
            }
        }

        func channelInactive(context channelContext: ChannelHandlerContext) {
            end()
            channelContext.fireChannelInactive()
        }

        func handlerRemoved(context channelContext: ChannelHandlerContext) { end() }

        private func fail(_ violation: MessageAssembler.Violation, _ channelContext: ChannelHandlerContext) {
            // The earlier messages count.
            if delayed == nil { close(for: violation, channelContext) } else { delayed?.append(.violation(violation)) }
        }

        private func close(for violation: MessageAssembler.Violation, _ channelContext: ChannelHandlerContext) {
            context.metrics.violations.increment()
            context.log(.info, "closed \(channelContext.channel.remoteText): \(violation.reason)")
            isClosing = true
            outbox?.end(with: violation.code, because: violation.reason, linger: Self.closingGrace)
        }

        private func end() {
            guard session != nil, !hasEnded else { return }
            hasEnded = true
            watch.stop()
            pause?.cancel()
            outbox?.discard()
            outbox = nil
            context.metrics.sockets.closed()
            if delayed == nil { endSession() }
        }

        private func endSession() {
            session?.close()
            session = nil
            receiver = nil
        }
    }

    extension Channel {
        /// The address of the other side, for the log.
        var remoteText: String {
            guard let address = remoteAddress, let host = address.ipAddress, let port = address.port else {
                return "a client"
            }
            return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }

        /// The address of the other side without its port.
        var hostText: String { remoteAddress?.ipAddress ?? "an unknown address" }
    }
#endif
