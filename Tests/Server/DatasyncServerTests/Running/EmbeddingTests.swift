#if Server
    import DatasyncAsync
    import DatasyncConcurrency
    import DatasyncTesting
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// A server inside a program that accepts the connections, and has routes of its own.
    @Suite("Server inside a program", .timeLimit(.minutes(30)))
    struct EmbeddingTests {
        /// The route `/hello` of the program; `/late` answers after a time.
        private final class Greeting: ChannelInboundHandler, RemovableChannelHandler {
            typealias InboundIn = HTTPServerRequestPart
            typealias OutboundOut = HTTPServerResponsePart

            private var head: HTTPRequestHead?
            private let late: TimeAmount

            init(late: TimeAmount) { self.late = late }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                switch unwrapInboundIn(data) {
                case .head(let head) where head.uri == "/hello" || head.uri == "/late": self.head = head
                case .body where head != nil: break
                case .end where head != nil:
                    guard let head = head.take() else { return }
                    if head.uri == "/hello" { return respond(head, context) }
                    let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                    context.eventLoop.scheduleTask(in: late) { own.value.0.respond(head, own.value.1) }
                default: context.fireChannelRead(data)
                }
            }

            private func respond(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
                let headers: HTTPHeaders = ["Content-Length": "3"]
                context.write(
                    wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers))),
                    promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "hi\n")))), promise: nil)
                let sent = context.eventLoop.makePromise(of: Void.self)
                let channel = context.channel
                if !head.isKeepAlive { sent.futureResult.whenComplete { _ in channel.close(promise: nil) } }
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
            }
        }

        private static func run(
            _ group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, late: TimeAmount = .zero,
            _ change: (inout ServerConfiguration) -> Void = { _ in }, _ body: (DatabaseServer, Int) async throws -> Void
        ) async throws {
            var configuration = ServerConfiguration(port: 0)
            configuration.limits.pingAfter = .seconds(3_600)
            change(&configuration)
            let server = try DatabaseServer(configuration)
            try await server.open()
            let listener = try await ServerBootstrap(group: group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try server.serve(channel, beside: [Greeting(late: late)])
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            do {
                try await body(server, try #require(listener.localAddress?.port))
            } catch {
                try? await listener.close()
                await server.stop(within: .zero)
                throw error
            }
            try await listener.close()
            await server.stop(within: .zero)
        }

        @Test("requests, streams and sessions are served beside the program's route, on its event loops")
        func routes() async throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            try await Self.run(group) { server, port in
                #expect(try await TestResponse.send("GET", "/hello", port: port).body == "hi\n")
                #expect(try await TestResponse.send("PUT", "/n.json", "7", port: port).body == "7")
                let application = WebcomApplication(
                    configuration: WebcomConfiguration(
                        identifier: "default", platform: .server(try #require(URL(string: "ws://127.0.0.1:\(port)")))))
                application.defaultQueue = DispatchQueue(label: "client")
                let manager = application.datasyncService.createManager()
                let value: Int = try await manager["n"].decodedValue()
                #expect(value == 7 && server.sessionCount == 1)
                try await manager["n"].set(8)
                #expect(try await TestResponse.send("GET", "/n.json", port: port).body == "8")
                let error = await #expect(throws: ServerError.self) { try await server.start() }
                #expect(error?.message.contains("once") == true)
            }
            try await group.shutdownGracefully()
        }

        @Test("pipelined requests of both are answered in order")
        func pipelining() async throws {
            try await Self.run(late: .milliseconds(50)) { _, port in
                let connection = try await RawConnection.open(port: port)
                let paths = ["/late", "/n.json", "/hello", "/late", "/m.json"]
                connection.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
                connection.send("GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                var bodies: [String] = []
                for end in ["hi\n", "null", "hi\n", "hi\n", "null", "hi\n"] {
                    let text = try #require(await connection.read(through: end))
                    bodies.append(String(text.suffix(end.utf8.count)))
                    #expect(text.components(separatedBy: "HTTP/1.1 200").count == 2, "\(text)")
                }
                #expect(bodies.count == 6)
                #expect(await connection.readToEnd().isEmpty)
            }
        }

        @Test("a slow answer of the program is not cut, and a connection without a request is")
        func deadlines() async throws {
            try await Self.run(late: .milliseconds(1_500)) {
                $0.limits.requestTime = .milliseconds(500)
            } _: { _, port in
                // Again, if this machine is too slow for the time between two requests. A server that counted it from the
                // first request on would cut every attempt.
                var isServed = false
                for _ in 0..<60 where !isServed {
                    let connection = try await RawConnection.open(port: port)
                    connection.send("GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    guard await connection.read(through: "hi\n")?.contains("200 OK") == true else { continue }
                    connection.send("GET /n.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    isServed = await connection.read(through: "null")?.contains("200 OK") == true
                    #expect(await connection.readToEnd().isEmpty)
                }
                #expect(isServed)
                let slow = try await RawConnection.open(port: port)
                slow.send("PUT /n.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n1")
                #expect(await slow.readToEnd().isEmpty)
            }
        }

        @Test("a connection is refused before the server is open, and closed after its end")
        func states() async throws {
            let server = try DatabaseServer(ServerConfiguration(port: 0))
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let channel = try await ServerBootstrap(group: loop).bind(host: "127.0.0.1", port: 0).get()
            #expect(throws: ServerError.self) { try server.serve(channel) }
            let error = await #expect(throws: ServerError.self) {
                try await loop.submit { try server.serve(channel) }.get()
            }
            #expect(error?.message.contains("open()") == true)
            try await channel.close()
            try await server.open()
            await #expect(throws: ServerError.self) { try await server.open() }
            await server.stop(within: .zero)
        }
    }
#endif
