#if Server
    import DatasyncConcurrency
    import NIOCore
    import NIOPosix
    import TestSupport

    /// A proxy that cuts each connection after a random number of bytes, in the middle of a handshake, a frame or a message.
    final class CuttingProxy: Sendable {
        private struct State: Sendable {
            var generator: SeededGenerator
            var isCutting = true
            var cuts = 0
            /// The bytes that a connection still carries.
            var budgets: [ObjectIdentifier: Int] = [:]
        }

        /// Passes the bytes of one side of a connection to the other side.
        private final class Relay: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            private let proxy: CuttingProxy
            private let other: any Channel
            /// The channel of the client, which identifies the connection.
            private let id: ObjectIdentifier

            init(_ proxy: CuttingProxy, from id: ObjectIdentifier, to other: any Channel) {
                self.proxy = proxy
                self.id = id
                self.other = other
            }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                let bytes = unwrapInboundIn(data)
                let count = proxy.spend(bytes.readableBytes, of: id)
                let isCut = count < bytes.readableBytes
                guard let part = bytes.getSlice(at: bytes.readerIndex, length: count) else { return }
                let (own, other) = (context.channel, other)
                other.writeAndFlush(part).whenComplete { _ in
                    guard isCut else { return }
                    other.close(mode: .all, promise: nil)
                    own.close(mode: .all, promise: nil)
                }
            }

            func channelInactive(context: ChannelHandlerContext) {
                proxy.forget(id)
                other.close(mode: .all, promise: nil)
            }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        }

        private let state: Guarded<State>
        private let listener = Guarded<(any Channel)?>(nil)

        private init(_ generator: SeededGenerator) { state = Guarded(State(generator: generator)) }

        /// Opens a proxy to a port of this machine.
        static func open(to port: Int, _ generator: SeededGenerator) async throws -> CuttingProxy {
            let proxy = CuttingProxy(generator)
            let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelOption(.autoRead, value: false)
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { client in proxy.connect(client, port) }
                .bind(host: "127.0.0.1", port: 0).get()
            proxy.listener.withLock { $0 = listener }
            return proxy
        }

        var port: Int { listener.withLock(\.self)?.localAddress?.port ?? 0 }

        /// The number of connections that were cut.
        var cuts: Int { state.withLock(\.cuts) }

        /// Cuts no more connections, those that are open included.
        func stopCutting() { state.withLock { $0.isCutting = false } }

        func close() { listener.withLock(\.self)?.close(mode: .all, promise: nil) }

        private func connect(_ client: any Channel, _ port: Int) -> EventLoopFuture<Void> {
            let id = ObjectIdentifier(client)
            state.withLock { state in
                // Most connections end within a few hundred bytes; some carry a whole tree.
                state.budgets[id] = 1 + state.generator.below(state.generator.pick([300, 600, 1_000, 6_000]))
            }
            return ClientBootstrap(group: client.eventLoop)
                .channelOption(.socketOption(.tcp_nodelay), value: 1)
                .channelInitializer { server in
                    server.eventLoop.makeCompletedFuture {
                        try server.pipeline.syncOperations.addHandler(Relay(self, from: id, to: client))
                        try client.pipeline.syncOperations.addHandler(Relay(self, from: id, to: server))
                    }
                }
                .connect(host: "127.0.0.1", port: port)
                .flatMap { _ in client.setOption(.autoRead, value: true) }
        }

        /// Returns the number of bytes that a connection carries before it is cut.
        private func spend(_ bytes: Int, of id: ObjectIdentifier) -> Int {
            state.withLock { state in
                guard state.isCutting, let budget = state.budgets[id] else { return bytes }
                state.budgets[id] = budget - min(bytes, budget)
                if bytes > budget { state.cuts += 1 }
                return min(bytes, budget)
            }
        }

        private func forget(_ id: ObjectIdentifier) {
            _ = state.withLock { $0.budgets.removeValue(forKey: id) }
        }
    }
#endif
