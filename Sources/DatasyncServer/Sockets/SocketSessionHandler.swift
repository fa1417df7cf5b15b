#if Server
    import DatasyncBackend
    import DatasyncWebSocket
    import DatasyncWire
    import NIOCore
    import NIOWebSocket

    /// The handler of a WebSocket connection: one session of a namespace.
    ///
    /// ```
    ///   open ── close frame, violation, slow consumer, dead, drained ──▶ closing ──▶ closed
    /// ```
    final class SocketSessionHandler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame

        /// The time for a client to read a close frame and to answer it.
        private static let closingGrace = TimeAmount.seconds(2)

        private let transport: LinkTransport
        private let context: ServerContext
        private let connectionID: ConnectionRegistry.ID
        private var assembler: MessageAssembler
        private var budget: MessageBudget
        private let watch: SilenceWatch
        private var outbox: Outbox<WebSocketFrame>?
        private var session: (any TransportConnection)?
        private var isClosing = false

        init(_ link: any Link, _ context: ServerContext, _ connectionID: ConnectionRegistry.ID) {
            transport = LinkTransport(link)
            self.context = context
            self.connectionID = connectionID
            let limits = context.configuration.limits
            assembler = MessageAssembler(.server, limit: limits.messageBytes)
            budget = MessageBudget(limit: limits.messageBytes)
            watch = SilenceWatch(KeepAlive.Intervals(silence: .init(limits.pingAfter), grace: .init(limits.pongTime)))
        }

        func handlerAdded(context channelContext: ChannelHandlerContext) {
            let context = context
            context.metrics.sockets.opened()
            let limit = context.configuration.limits.outgoingBytes
            let outbox = Outbox<WebSocketFrame>(channel: channelContext.channel, limit: limit) { channel in
                context.metrics.slowClients.increment()
                context.log("disconnected \(channel.remoteText): more than \(limit) bytes wait for the client")
                let final = WebSocketFrame.closing(
                    .policyViolation, reason: "The client reads too slowly; more than \(limit) bytes wait for it.")
                // The close frame may not get through, as the client does not read.
                channel.writeAndFlush(final).whenComplete { _ in channel.close(mode: .all, promise: nil) }
                channel.eventLoop.scheduleTask(in: Self.closingGrace) { channel.close(mode: .all, promise: nil) }
            }
            self.outbox = outbox
            watch.start(on: channelContext.eventLoop) {
                outbox.send(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), bytes: 2)
            } died: {
                outbox.end(
                    with: .closing(.goingAway, reason: "Nothing arrived, and a ping was not answered."),
                    linger: Self.closingGrace)
            }
            context.connections.setDrain(connectionID) {
                outbox.end(
                    with: .closing(.goingAway, reason: "The server shuts down; connect again."),
                    linger: Self.closingGrace)
            }
            session = transport.open { event in
                switch event {
                case .frame(let text):
                    context.metrics.messagesSent.increment()
                    let data = ByteBuffer(string: text)
                    outbox.send(
                        WebSocketFrame(fin: true, opcode: .text, data: data), bytes: data.readableBytes + 10)
                case .closed(let reason):
                    outbox.end(with: .closing(.policyViolation, reason: reason), linger: Self.closingGrace)
                }
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
                    session?.send(text)
                case .ping(let data)?:
                    outbox?.send(WebSocketFrame(fin: true, opcode: .pong, data: data), bytes: data.readableBytes + 2)
                case .close?:
                    // The echo of a close frame of this side is the end of the exchange.
                    if outbox?.end(with: .closing(.normalClosure, reason: "")) != true {
                        channelContext.close(promise: nil)
                    }
                }
            } catch {
                fail(error, channelContext)
            }
        }

        func errorCaught(context channelContext: ChannelHandlerContext, error: any Error) {
            // After a violation, the decoder reports all further data as errors.
            if isClosing { return }
            if let violation = MessageAssembler.Violation(error) {
                fail(violation, channelContext)
            } else {
                context.log("closed \(channelContext.channel.remoteText): \(error)")
                channelContext.close(promise: nil)
            }
        }

        func channelInactive(context channelContext: ChannelHandlerContext) {
            end()
            channelContext.fireChannelInactive()
        }

        func handlerRemoved(context channelContext: ChannelHandlerContext) { end() }

        private func fail(_ violation: MessageAssembler.Violation, _ channelContext: ChannelHandlerContext) {
            context.metrics.violations.increment()
            context.log("closed \(channelContext.channel.remoteText): \(violation.reason)")
            isClosing = true
            outbox?.end(with: .closing(violation.code, reason: violation.reason), linger: Self.closingGrace)
        }

        private func end() {
            guard let session else { return }
            self.session = nil
            watch.stop()
            outbox?.discard()
            outbox = nil
            session.close()
            context.metrics.sockets.closed()
        }
    }

    extension Channel {
        /// The address of the other side, for the log.
        var remoteText: String { remoteAddress.map(String.init(describing:)) ?? "a client" }
    }
#endif
