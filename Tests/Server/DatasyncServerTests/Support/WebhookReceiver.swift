#if Server
    import Crypto
    import DatasyncConcurrency
    import DatasyncTree
    import NIOCore
    import NIOPosix
    import NIOSSL

    @testable import DatasyncServer

    /// A receiver of webhooks, which answers as a test says and records the requests.
    final class WebhookReceiver: Sendable {
        /// A received request.
        struct Request: Sendable {
            let path: String
            let headers: [String: String]
            let body: String

            /// The parsed body.
            var json: JSON { (try? JSONParser.parse(body)) ?? .null }
            var id: String { json["id"]?.string ?? "" }
            /// The event with its key and value.
            var line: String {
                let key = json["key"]?.string.map { " \($0)" } ?? ""
                return "\(json["event"]?.string ?? "")\(key) \(json["value"]?.text ?? "?")"
            }
        }

        /// An answer to a request.
        enum Answer: Sendable {
            case status(Int)
            /// A response of its own.
            case text(String)
            /// None; the connection stays open.
            case nothing
            /// The end of the connection.
            case close
            /// A status, and the end of the connection after it.
            case last(Int)
            /// A status after a time.
            case later(Int, milliseconds: Int)
        }

        private struct Core: Sendable {
            var requests: [Request] = []
            var open = 0
            var mostOpen = 0
            /// The connections so far, and those that are open.
            var connections = (all: 0, open: 0)
            var answer: @Sendable (Request, Int) -> Answer = { _, _ in .status(200) }
        }

        private let core = Guarded(Core())
        private let channel = Guarded<(any Channel)?>(nil)

        /// Starts a receiver on a port of this machine.
        static func start(isSecure: Bool = false, port: Int = 0) async throws -> WebhookReceiver {
            let receiver = WebhookReceiver()
            let secure = isSecure ? try SecureContext(TestCertificate.identity, minimum: .version12) : nil
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.backlog, value: 1_024)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let context = secure?.present {
                            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                        }
                        try channel.pipeline.syncOperations.addHandler(Handler(receiver))
                    }
                }
                .bind(host: "127.0.0.1", port: port).get()
            receiver.channel.withLock { $0 = channel }
            return receiver
        }

        var port: Int { channel.withLock(\.self)?.localAddress?.port ?? 0 }
        var url: String { "http://127.0.0.1:\(port)/hook" }
        var host: String { "127.0.0.1:\(port)" }
        var requests: [Request] { core.withLock(\.requests) }
        var lines: [String] { requests.map(\.line) }
        /// The highest number of requests that were unanswered at the same time.
        var mostOpen: Int { core.withLock(\.mostOpen) }

        /// The number of connections so far, and of those that are open.
        var connections: (all: Int, open: Int) { core.withLock(\.connections) }

        /// Sets the answers, by the request and its number from 1.
        func answer(_ answer: @escaping @Sendable (Request, Int) -> Answer) { core.withLock { $0.answer = answer } }

        func stop() async throws { try await channel.exchange(nil)?.close().get() }

        /// Returns whether the signature of a request is that of a secret.
        static func isSigned(_ request: Request, _ secret: String) -> Bool {
            let parts = (request.headers["datasync-signature"] ?? "").split(separator: ",")
            guard parts.count == 2, let time = parts[0].split(separator: "=").last, parts[1].hasPrefix("v1=") else {
                return false
            }
            let code = HMAC<SHA256>.authenticationCode(
                for: Array("\(time).\(request.body)".utf8), using: SymmetricKey(data: Array(secret.utf8)))
            return code.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
                == parts[1].dropFirst(3)
        }

        private final class Handler: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            typealias OutboundOut = ByteBuffer
            private let receiver: WebhookReceiver
            private var bytes: [UInt8] = []

            init(_ receiver: WebhookReceiver) { self.receiver = receiver }

            func channelActive(context: ChannelHandlerContext) {
                receiver.core.withLock { core in
                    core.connections.all += 1
                    core.connections.open += 1
                }
                context.fireChannelActive()
            }

            func channelInactive(context: ChannelHandlerContext) {
                receiver.core.withLock { $0.connections.open -= 1 }
                context.fireChannelInactive()
            }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                bytes += Array(unwrapInboundIn(data).readableBytesView)
                guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
                var headers: [String: String] = [:]
                for line in head.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    headers[parts[0].lowercased()] = parts.last.map { String($0.drop { $0 == " " }) }
                }
                let length = headers["content-length"].flatMap { Int($0) } ?? 0
                guard bytes.count - end.upperBound >= length else { return }
                let request = Request(
                    path: head.first?.split(separator: " ").dropFirst().first.map(String.init) ?? "", headers: headers,
                    body: String(decoding: bytes[end.upperBound...], as: UTF8.self))
                bytes = []
                let (answer, number) = receiver.core.withLock { core in
                    core.requests.append(request)
                    core.open += 1
                    core.mostOpen = max(core.mostOpen, core.open)
                    return (core.answer, core.requests.count)
                }
                switch answer(request, number) {
                case .status(let status): send("HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\nok", context)
                case .text(let text): send(text, context)
                case .nothing: return
                case .close: context.close(promise: nil)
                case .later(let status, let milliseconds):
                    let context = NIOLoopBound(context, eventLoop: context.eventLoop)
                    let later = NIOLoopBound(self, eventLoop: context.value.eventLoop)
                    context.value.eventLoop.scheduleTask(in: .milliseconds(Int64(milliseconds))) {
                        later.value.send("HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\nok", context.value)
                    }
                case .last(let status):
                    send("HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\nok", context)
                    context.close(promise: nil)
                }
                receiver.core.withLock { $0.open -= 1 }
            }

            private func send(_ text: String, _ context: ChannelHandlerContext) {
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
            }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        }
    }
#endif
