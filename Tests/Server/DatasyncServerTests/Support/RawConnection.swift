#if Server
    import DatasyncConcurrency
    import NIOCore
    import NIOPosix

    /// A TCP connection that sends and receives bytes as they are.
    final class RawConnection: Sendable {
        private struct Core: Sendable {
            var bytes: [UInt8] = []
            var hasEnded = false
            /// The number of unread bytes above which the connection stops reading from its socket.
            var limit = Int.max
            var waiter: CheckedContinuation<Void, Never>?
        }

        private final class Handler: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            private let connection: RawConnection

            init(_ connection: RawConnection) { self.connection = connection }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                let bytes = Array(unwrapInboundIn(data).readableBytesView)
                connection.note { $0.bytes += bytes }
                if connection.core.withLock({ $0.bytes.count > $0.limit }) {
                    try? context.channel.syncOptions?.setOption(.autoRead, value: false)
                }
            }

            func channelInactive(context: ChannelHandlerContext) { connection.note { $0.hasEnded = true } }

            func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
        }

        private let core = Guarded(Core())
        private let channel = Guarded<(any Channel)?>(nil)

        /// Opens a connection to a port of this machine.
        ///
        /// `receiveBuffer`: The size of the receive buffer of the socket, if it is to be small.
        static func open(port: Int, receiveBuffer: Int? = nil) async throws -> RawConnection {
            let connection = RawConnection()
            var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Handler(connection))
                    }
                }
            if let receiveBuffer {
                bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: receiveBuffer)
            }
            let channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
            connection.channel.withLock { $0 = channel }
            return connection
        }

        func send(_ text: String) { send(Array(text.utf8)) }

        func send(_ bytes: [UInt8]) {
            channel.withLock(\.self)?.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
        }

        /// Sends bytes one at a time, in regular intervals, until all are sent or the connection ends.
        func drip(_ bytes: [UInt8], every interval: TimeAmount) {
            guard let channel = channel.withLock(\.self) else { return }
            let next = Guarded(0)
            channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { task in
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < bytes.count, channel.isActive else { return task.cancel() }
                channel.writeAndFlush(ByteBuffer(bytes: [bytes[index]]), promise: nil)
            }
        }

        func close() { channel.withLock(\.self)?.close(mode: .all, promise: nil) }

        /// Ends the sending side only.
        func endOutput() { channel.withLock(\.self)?.close(mode: .output, promise: nil) }

        /// Stops reading from the socket, as a slow client does.
        func stopReading() async throws {
            try await channel.withLock(\.self)?.setOption(.autoRead, value: false).get()
        }

        /// Stops reading from the socket as soon as more bytes than these have arrived.
        func stopReading(above limit: Int) { core.withLock { $0.limit = limit } }

        func resumeReading() async throws {
            try await channel.withLock(\.self)?.setOption(.autoRead, value: true).get()
        }

        /// Waits for the end of the connection, and returns all bytes that were not read before.
        func readToEnd() async -> [UInt8] {
            while true {
                let (bytes, hasEnded) = core.withLock { ($0.bytes, $0.hasEnded) }
                if hasEnded {
                    core.withLock { $0.bytes = [] }
                    return bytes
                }
                await wait(beyond: bytes.count)
            }
        }

        /// Waits until a closure consumes the front of the received bytes.
        ///
        /// - Parameter consume: Returns the value, and the number of bytes that it takes; `nil` if bytes are missing.
        /// - Returns: The value; `nil` if the connection ends first.
        func read<Value>(_ consume: ([UInt8]) throws -> (Value, Int)?) async rethrows -> Value? {
            while true {
                let (bytes, hasEnded) = core.withLock { ($0.bytes, $0.hasEnded) }
                if let (value, count) = try consume(bytes) {
                    core.withLock { $0.bytes.removeFirst(count) }
                    return value
                }
                if hasEnded { return nil }
                await wait(beyond: bytes.count)
            }
        }

        /// Waits for a text, and returns everything up to its end.
        func read(through text: String) async -> String? {
            let pattern = Array(text.utf8)
            return await read { bytes in
                guard let range = bytes.firstRange(of: pattern) else { return nil }
                return (String(decoding: bytes[..<range.upperBound], as: UTF8.self), range.upperBound)
            }
        }

        private func wait(beyond count: Int) async {
            await withCheckedContinuation { waiter in
                let isReady = core.withLock { core in
                    if core.bytes.count > count || core.hasEnded { return true }
                    core.waiter = waiter
                    return false
                }
                if isReady { waiter.resume() }
            }
        }

        private func note(_ change: @Sendable (inout Core) -> Void) {
            let waiter = core.withLock { core in
                change(&core)
                defer { core.waiter = nil }
                return core.waiter
            }
            waiter?.resume()
        }
    }
#endif
