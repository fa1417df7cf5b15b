#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import Logging
    import NIOCore
    import NIOHTTP1
    import NIOWebSocket

    /// The handler of an HTTP connection: collects a request, passes it on, and writes the response.
    ///
    /// ```
    ///            head             end               reply             sent
    ///   idle ─────────▶ receiving ────▶ answering ─────────▶ sending ──────▶ idle
    ///                      │ too large      │ stream
    ///                      ▼                ▼
    ///                  refused           streaming ──▶ closed
    /// ```
    ///
    /// The connection's next request waits until the client has read the previous response, unless that is small. A client
    /// that sends requests and reads nothing therefore costs the memory of one response, until the time for a request has
    /// passed.
    final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private enum Phase {
            case idle
            case receiving(HTTPRequestHead)
            /// A request was refused before its end; the rest of it is ignored.
            case refused
            case answering
            /// The client reads the response.
            case sending
            case streaming(any ResponseStream)
            case closed
        }

        /// The number of response bytes that a client must read within the time for a request.
        private static let part = 1 << 18
        /// The size up to which a response is written without waiting for the client to read it.
        private static let smallPart = 1 << 14
        /// The size of the largest value or request content that is processed on the event loop.
        private static let smallSize = 1 << 16

        private let context: ServerContext
        private let connectionID: ConnectionRegistry.ID
        /// The requests that the program around the server answers; `nil` if it has no handlers.
        private let host: HostRequests?
        private var phase = Phase.idle
        /// The received part of a request's content; kept outside the phase, because copies of the phase would share it.
        private var body: [UInt8] = []
        /// The most bytes of the current request's content.
        private var bodyLimit = 0
        private var channelContext: ChannelHandlerContext?
        /// The host of the last request accepted by ``CrossOrigin``.
        private var servedHost: String?
        /// The memory of the response being sent, if it is not small.
        private var memory: OutgoingBudget.Share?
        /// The time by which the next request must be complete, or a part of the response must be read.
        private var deadline = NIODeadline.distantFuture
        /// Checks the deadline when the one it was started for has passed.
        private var deadlineTimer: Scheduled<Void>?
        /// Whether a call of ``answer(_:_:_:)`` has not returned.
        private var isAnswering = false
        private var timeout: Scheduled<Void>?
        private var keepAlives: RepeatedTask?
        /// The number of requests, for telling late replies from expected ones.
        private var number = 0

        init(_ context: ServerContext, _ connectionID: ConnectionRegistry.ID, _ host: HostRequests? = nil) {
            self.context = context
            self.connectionID = connectionID
            self.host = host
        }

        func handlerAdded(context channelContext: ChannelHandlerContext) {
            self.channelContext = channelContext
            startDeadline(channelContext)
            host?.ended = { [weak self] in if let self, case .idle = phase { startDeadline(channelContext) } }
        }

        func handlerRemoved(context channelContext: ChannelHandlerContext) { end() }

        func channelInactive(context channelContext: ChannelHandlerContext) {
            end()
            channelContext.fireChannelInactive()
        }

        func errorCaught(context channelContext: ChannelHandlerContext, error: any Error) {
            // An unacceptable request for a WebSocket also arrives as a normal request, and gets an answer with a reason.
            if error is NIOWebSocketUpgradeError { return }
            channelContext.close(promise: nil)
        }

        func channelRead(context channelContext: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): if case .idle = phase { begin(head, channelContext) }
            case .body(let part): receive(part, channelContext)
            case .end: receiveEnd(channelContext)
            }
        }

        private func receive(_ part: ByteBuffer, _ channelContext: ChannelHandlerContext) {
            guard case .receiving(let head) = phase else { return }
            guard body.count + part.readableBytes <= bodyLimit else { return refuseSize(head, channelContext) }
            // The only reference: copying at each part would take unbounded time.
            body += part.readableBytesView
        }

        private func receiveEnd(_ channelContext: ChannelHandlerContext) {
            switch phase {
            case .receiving(let head):
                phase = .answering
                let body = takeBody()
                guard isAnswering else { return answer(head, body, channelContext) }
                // The end of a response delivers the next pipelined request within its call; thousands of them would
                // use up the stack.
                channelContext.eventLoop.assumeIsolated().execute { self.answer(head, body, channelContext) }
            case .refused: channelContext.close(promise: nil)
            default: break
            }
        }

        private func takeBody() -> [UInt8] {
            defer { body = [] }
            return body
        }

        private func begin(_ head: HTTPRequestHead, _ channelContext: ChannelHandlerContext) {
            context.connections.setDrain(connectionID) {}
            let length = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
            let mayBeLarge = length > Self.smallSize || head.headers.contains(name: "Transfer-Encoding")
            // A read needs no content.
            bodyLimit =
                mayBeLarge && DataRequest.isRead(head)
                ? Self.smallSize : context.configuration.limits.requestBytes
            if length > bodyLimit { return refuseSize(head, channelContext) }
            if mayBeLarge,
                let failure = context.refusal(of: head, from: channelContext.channel.hostText, served: &servedHost)
            {
                phase = .refused
                return write(failure.reply, for: head, keepsAlive: false, channelContext)
            }
            if head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
                let part = HTTPServerResponsePart.head(HTTPResponseHead(version: head.version, status: .continue))
                channelContext.writeAndFlush(wrapOutboundOut(part), promise: nil)
            }
            phase = .receiving(head)
        }

        private func refuseSize(_ head: HTTPRequestHead, _ channelContext: ChannelHandlerContext) {
            phase = .refused
            body = []
            let failure = RequestFailure(
                .payloadTooLarge, "The request has more than \(bodyLimit) bytes; write the data in parts.")
            write(failure.reply, for: head, keepsAlive: false, channelContext)
        }

        // MARK: Answering

        private func answer(_ head: HTTPRequestHead, _ body: [UInt8], _ channelContext: ChannelHandlerContext) {
            guard case .answering = phase else { return }
            isAnswering = true
            defer { isAnswering = false }
            deadline = .distantFuture
            number += 1
            let number = number
            do throws(RequestFailure) {
                let target = try RequestTarget(head.uri)
                if !target.resource.isProbe { try context.origins.check(head, served: &servedHost) }
                if let reply = immediateReply(head, target, channelContext.channel) {
                    return finish(reply, head, number)
                }
                let request = try DataRequest(head, target, body: body)
                if let work = context.listWork(for: request, from: channelContext.channel.hostText) {
                    return run(head, number, isLarge: true, work)
                }
                if let reply = try context.settingsReply(to: request, from: channelContext.channel.hostText) {
                    return finish(reply, head, number)
                }
                if request.isStream, context.placement.isDraining { throw .isDraining }
                let use = try context.namespaces.use(request.namespace)
                if let timeout = request.options.timeout { startTimeout(timeout, head, number, channelContext) }
                if let stream = context.makeStream(request, head, channelContext.channel, use) {
                    open(stream, head, number)
                } else if case .data(let path) = request.resource {
                    try answer(request, at: path, in: use, head, number, channelContext)
                } else {
                    let service = RulesService(use, in: context, from: channelContext.channel.hostText)
                    run(head, number, isLarge: true) { () async throws(RequestFailure) in
                        try await service.reply(to: request)
                    }
                }
            } catch {
                finish(error.reply, head, number)
            }
        }

        /// Answers a request for data; reads a small value at once, without another thread.
        private func answer(
            _ request: DataRequest, at path: Path, in use: NamespaceUse, _ head: HTTPRequestHead,
            _ number: Int, _ channelContext: ChannelHandlerContext
        ) throws(RequestFailure) {
            let principal = try context.signIn.principal(of: request, from: channelContext.channel.hostText)
            let service = context.service
            let large = request.body.count > Self.smallSize ? request.body.count : 0
            let reader = DataReader(namespace: use.namespace, principal: principal ?? .anyone)
            guard request.method == .get, request.mayReadAtOnce(use.namespace),
                let node = try service.read(request, at: path, with: reader)
            else {
                return run(head, number, isLarge: large > 0, byteCount: large) { () async throws(RequestFailure) in
                    try await service.reply(to: request, at: path, in: use, as: principal)
                }
            }
            let size = node.responseSize(request.options)
            if size <= Self.smallSize { return finish(service.reply(to: request, with: node), head, number) }
            // Encoded once there is memory for it, like WebSocket messages.
            let (context, channel) = (context, channelContext.channel)
            let done = channelContext.eventLoop.makePromise(of: Reply.self)
            context.budget.wait(for: size) {
                context.encoder {
                    var reply = service.reply(to: request, with: node)
                    reply.memory = context.makeShare(of: channel, bytes: reply.body?.count ?? 0)
                    context.budget.encoded(size)
                    done.succeed(reply)
                }
            }
            done.futureResult.assumeIsolated().whenSuccess { self.finish($0, head, number) }
        }

        /// Returns the response to a request that needs no namespace.
        private func immediateReply(
            _ head: HTTPRequestHead, _ target: RequestTarget, _ channel: any Channel
        ) -> Reply? {
            if head.method == .OPTIONS { return .empty(.noContent) }
            switch target.resource {
            case .data, .rules, .rulesCheck, .rulesExplanation, .logLevel, .drain, .sessions, .messages, .webhooks,
                .webhook, .namespaces, .namespace:
                return nil
            case .console(let part): return part.reply(to: head, in: context)
            case .health: return .text("ok\n")
            case .readiness:
                if context.connections.isDraining { return .text("shutting down\n", .serviceUnavailable) }
                if context.placement.isDraining { return .text("draining\n", .serviceUnavailable) }
                let shortage = context.connections.shortage ?? context.storageShortage
                return shortage.map { .text("\($0)\n", .serviceUnavailable) } ?? .text("ready\n")
            case .metrics: return .text(context.metricsText)
            case .socket:
                do throws(RequestFailure) {
                    _ = try context.makeSocket(head, channel)
                    let failure = RequestFailure(
                        .badRequest,
                        "The handshake of a WebSocket should be the first request of its connection; open another one.")
                    return failure.reply
                } catch {
                    return error.reply
                }
            }
        }

        /// Runs the work of a request, and writes its reply on the event loop.
        ///
        /// - Parameters:
        ///   - head: The head of the request.
        ///   - number: The number of the request.
        ///   - isLarge: Whether the work may take long; it then runs elsewhere, beside other connections.
        ///   - byteCount: The size of large content, whose refusal the client receives after a pause.
        ///   - work: Returns the reply.
        private func run(
            _ head: HTTPRequestHead, _ number: Int, isLarge: Bool, byteCount: Int = 0,
            _ work: @escaping @Sendable () async throws(RequestFailure) -> Reply
        ) {
            guard let channelContext else { return }
            let done = channelContext.eventLoop.makePromise(of: Reply.self)
            Task(executorPreference: isLarge ? nil : EventLoopExecutor(channelContext.eventLoop)) {
                do throws(RequestFailure) {
                    done.succeed(try await work())
                } catch {
                    done.succeed(error.reply)
                }
            }
            done.futureResult.assumeIsolated().whenSuccess { reply in
                guard byteCount > 0, reply.status.isRefusal else { return self.finish(reply, head, number) }
                let pause = self.context.pause(afterRefusing: byteCount, now: .now())
                channelContext.eventLoop.assumeIsolated().scheduleTask(in: pause) { self.finish(reply, head, number) }
            }
        }

        /// Writes the reply to the current request; late replies have no effect.
        private func finish(_ reply: Reply, _ head: HTTPRequestHead, _ number: Int) {
            guard number == self.number, case .answering = phase, let channelContext else { return }
            phase = .sending
            timeout?.cancel()
            startDeadline(channelContext)
            let keepsAlive = head.isKeepAlive && !context.connections.isDraining
            write(reply, for: head, keepsAlive: keepsAlive, channelContext)
        }

        private func write(
            _ reply: Reply, for head: HTTPRequestHead, keepsAlive: Bool, _ channelContext: ChannelHandlerContext
        ) {
            context.metrics.requests.increment()
            if reply.status.code >= 400 { context.metrics.failedRequests.increment() }
            context.log(
                .debug,
                "\(head.method) \(head.uri.pathText) from \(channelContext.channel.remoteText): \(reply.status.code)")
            var headers = reply.headers
            context.origins.add(to: &headers, for: head)
            let mayHaveBody = reply.status != .noContent && reply.status != .notModified
            if mayHaveBody { headers.replaceOrAdd(name: "Content-Length", value: "\(reply.body?.count ?? 0)") }
            headers.setConnection(keepsAlive: keepsAlive, for: head)
            let response = HTTPResponseHead(version: .http1_1, status: reply.status, headers: headers)
            let body = mayHaveBody && head.method != .HEAD ? reply.body ?? [] : []
            if keepsAlive, body.count <= Self.smallPart, channelContext.channel.isWritable {
                // Little waits for the client, so the next request need not wait.
                channelContext.write(wrapOutboundOut(.head(response)), promise: nil)
                if !body.isEmpty {
                    channelContext.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
                }
                sendEnd(keepsAlive: true)
            } else if !body.isEmpty {
                memory = reply.memory ?? context.makeShare(of: channelContext.channel, bytes: body.count)
                channelContext.write(wrapOutboundOut(.head(response)), promise: nil)
                send(ByteBuffer(bytes: body), keepsAlive: keepsAlive)
            } else {
                let sent = channelContext.eventLoop.makePromise(of: Void.self)
                channelContext.writeAndFlush(wrapOutboundOut(.head(response)), promise: sent)
                sent.futureResult.assumeIsolated().whenSuccess { self.sendEnd(keepsAlive: keepsAlive) }
            }
        }

        /// Sends a body in parts, each after the client has read the previous one.
        private func send(_ body: ByteBuffer, keepsAlive: Bool) {
            guard let channelContext else { return }
            var rest = body
            guard let part = rest.readSlice(length: min(rest.readableBytes, Self.part)) else { return }
            let sent = channelContext.eventLoop.makePromise(of: Void.self)
            channelContext.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(part))), promise: sent)
            sent.futureResult.assumeIsolated().whenSuccess {
                self.memory?.noteProgress()
                if rest.readableBytes == 0 { return self.sendEnd(keepsAlive: keepsAlive) }
                if let channelContext = self.channelContext { self.startDeadline(channelContext) }
                self.send(rest, keepsAlive: keepsAlive)
            }
        }

        /// Ends a response that the client has read; the next request may arrive within this call.
        private func sendEnd(keepsAlive: Bool) {
            guard let channelContext else { return }
            memory = nil
            let written = channelContext.eventLoop.makePromise(of: Void.self)
            switch phase {
            case .sending where keepsAlive:
                phase = .idle
                startDeadline(channelContext)
                let number = number
                written.futureResult.assumeIsolated().whenComplete { _ in
                    // The next request may have begun, or be answered and not written yet.
                    guard number == self.number, case .idle = self.phase else { return }
                    self.context.connections.setDrain(self.connectionID, nil)
                }
            case .sending:
                written.futureResult.assumeIsolated().whenComplete { _ in
                    self.context.connections.setDrain(self.connectionID, nil)
                    self.endOutput()
                }
            // The rest of a refused request is still read, so that its sender can read the response.
            default: break
            }
            channelContext.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
        }

        /// Ends the sending side; the client ends the connection after reading everything, or its deadline does.
        ///
        /// Closing both sides would discard everything that the client has not read yet, if it has sent more after its
        /// request.
        private func endOutput() {
            guard let channelContext else { return }
            let ended = channelContext.eventLoop.makePromise(of: Void.self)
            channelContext.close(mode: .output, promise: ended)
            ended.futureResult.assumeIsolated().whenFailure { _ in self.channelContext?.close(promise: nil) }
        }

        // MARK: Streaming

        private func open(_ stream: any ResponseStream, _ head: HTTPRequestHead, _ number: Int) {
            guard let channelContext else { return }
            let accepted = channelContext.eventLoop.makePromise(of: RequestFailure?.self)
            Task {
                do throws(RequestFailure) {
                    try await stream.open()
                    accepted.succeed(nil)
                } catch {
                    accepted.succeed(error)
                }
            }
            accepted.futureResult.assumeIsolated().whenSuccess { failure in
                if let failure { return self.finish(failure.reply, head, number) }
                self.start(stream, head, number)
            }
        }

        private func start(_ stream: any ResponseStream, _ head: HTTPRequestHead, _ number: Int) {
            guard number == self.number, case .answering = phase, let channelContext else { return stream.close() }
            phase = .streaming(stream)
            timeout?.cancel()
            let context = context
            context.metrics.requests.increment()
            context.metrics.streams.opened()
            var headers: HTTPHeaders = [
                "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache",
            ]
            context.origins.add(to: &headers, for: head)
            if head.isOld { headers.add(name: "Connection", value: "close") }
            // The encoder sends an HTTP/1.1 response without a length in chunks, which older clients do not know.
            let response = HTTPResponseHead(version: head.isOld ? .http1_0 : .http1_1, status: .ok, headers: headers)
            channelContext.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
            let limit = context.configuration.limits.outgoingBytes
            let memory = ResponseStream.Sender.Memory(context.budget, executor: context.encoder)
            let sender = ResponseStream.Sender(channel: channelContext.channel, limit: limit, memory: memory) {
                channel in
                context.noteSlowClient(channel, "the stream of ", limit: limit)
                channel.close(mode: .all, promise: nil)
            }
            stream.start(sender)
            context.connections.setDrain(connectionID) {
                guard context.placement.hasOthers else { return false }
                stream.close()
                return true
            } _: {
                stream.close()
            }
            let interval = TimeAmount(context.configuration.limits.streamKeepAlive)
            keepAlives = channelContext.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
                stream.keepAlive()
            }
        }

        // MARK: Times

        private func startDeadline(_ channelContext: ChannelHandlerContext) {
            deadline = channelContext.eventLoop.now + TimeAmount(context.configuration.limits.requestTime)
            // All deadlines are equally far away, so a running timer ends before this one.
            if deadlineTimer == nil { startDeadlineTimer(channelContext) }
        }

        private func startDeadlineTimer(_ channelContext: ChannelHandlerContext) {
            deadlineTimer = channelContext.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
                self.deadlineTimer = nil
                if self.deadline <= channelContext.eventLoop.now {
                    guard case .idle = self.phase, self.host?.isAnswering == true else {
                        return channelContext.close(promise: nil)
                    }
                    return self.startDeadline(channelContext)
                }
                if self.deadline < .distantFuture { self.startDeadlineTimer(channelContext) }
            }
        }

        private func startTimeout(
            _ time: Duration, _ head: HTTPRequestHead, _ number: Int, _ channelContext: ChannelHandlerContext
        ) {
            let failure = RequestFailure(.badRequest, "The request took longer than its timeout of \(time).")
            timeout = channelContext.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
                self.finish(failure.reply, head, number)
            }
        }

        private func end() {
            memory = nil
            deadlineTimer?.cancel()
            timeout?.cancel()
            keepAlives?.cancel()
            channelContext = nil
            if case .streaming(let stream) = phase {
                context.metrics.streams.closed()
                stream.close()
            }
            phase = .closed
        }
    }

    extension String {
        /// A target's path, for the log: the parameters may contain a token.
        fileprivate var pathText: String { String(prefix { $0 != "?" }).quoted(atMost: 200) }
    }
#endif
