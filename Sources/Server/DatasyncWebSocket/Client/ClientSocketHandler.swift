#if WebSocket
    import NIOCore
    import NIOWebSocket

    /// The handler of a client's open connection: delivers messages, answers pings and watches for silence.
    final class ClientSocketHandler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame

        /// The maximum number of bytes that wait to be sent; a slower connection is of no use.
        private static let sendLimit = 256 << 20

        private let connection: ClientConnection
        private var assembler: MessageAssembler
        private let watch: SilenceWatch
        private var outbox: Outbox<WebSocketFrame>?

        init(_ connection: ClientConnection, _ options: WebSocketOptions) {
            self.connection = connection
            assembler = MessageAssembler(.client, limit: options.maximumMessageBytes)
            watch = SilenceWatch(options.intervals)
        }

        func handlerAdded(context: ChannelHandlerContext) {
            let connection = connection
            let outbox = Outbox<WebSocketFrame>(channel: context.channel, limit: Self.sendLimit) { _ in
                connection.failed("More than \(Self.sendLimit) bytes wait to be sent; the server is too slow.")
            }
            self.outbox = outbox
            watch.start(on: context.eventLoop) {
                outbox.send(WebSocketFrame(fin: true, opcode: .ping, maskKey: .random(), data: ByteBuffer()), bytes: 6)
            } died: {
                connection.failed("Nothing arrived from the server, and a ping was not answered.")
            }
            connection.opened(outbox)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            watch.received()
            do throws(MessageAssembler.Violation) {
                switch try assembler.accept(unwrapInboundIn(data)) {
                case nil, .pong?: break
                case .text(let text)?: connection.receive(try text.decoded())
                case .ping(let data)?:
                    let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: data)
                    outbox?.send(pong, bytes: data.readableBytes + 6)
                case .close(let code, let reason)?:
                    let number = code.map { " with code \(UInt16(webSocketErrorCode: $0))" } ?? ""
                    connection.failed(
                        "The server closed the connection\(number)\(reason.isEmpty ? "." : ": \(reason.asSentence)")",
                        final: .closing(.normalClosure, reason: "", maskKey: .random()))
                }
            } catch {
                fail(error)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if let violation = MessageAssembler.Violation(error) { return fail(violation) }
            connection.failed("The connection was lost. \(ConnectionFailure.text(of: error))")
        }

        func channelInactive(context: ChannelHandlerContext) {
            connection.failed("The server closed the connection without a reason.")
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            watch.stop()
            outbox?.discard()
            outbox = nil
        }

        private func fail(_ violation: MessageAssembler.Violation) {
            connection.failed(
                "The server breaks the WebSocket protocol. \(violation.reason)",
                final: .closing(violation.code, reason: violation.reason, maskKey: .random()))
        }
    }
#endif
