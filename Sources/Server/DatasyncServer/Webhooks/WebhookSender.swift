#if Server
    import DatasyncConcurrency
    import Dispatch
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    /// Sends the requests of webhooks: each webhook on a connection of its own, without redirects and without a proxy.
    ///
    /// The name of a host is resolved once, and the connection goes to an address that was checked; so it does not matter if
    /// the name stands for another address a moment later. The addresses are in no reason of a failure, since users see those.
    struct WebhookSender: Sendable {
        /// Returns the IP addresses that a name stands for.
        typealias Resolver = @Sendable (String) async -> [String]

        /// The time for a response, in seconds.
        static let timeout = 10
        /// The number of bytes of a response that are read.
        static let responseLimit = 64 << 10
        /// The number of names that are looked up at the same time, each by a thread that waits.
        private static let lookUpLimit = 16

        private let resolve: Resolver
        private let ownAddresses: @Sendable () -> Set<IPAddress>?
        private let lookUps = TaskGate(limit: lookUpLimit, share: lookUpLimit / 2)
        private let secure: NIOSSLContext
        private let timeout: TimeAmount
        private let idle: IdleConnections

        /// Creates a sender.
        ///
        /// - Parameters:
        ///   - resolver: Resolves names; by default with the system.
        ///   - ownAddresses: Returns the addresses of this machine; `nil` if they cannot be read.
        ///   - trustRoots: The certificates that receivers' certificates lead to.
        ///   - timeout: The time for a response.
        ///   - idleLimit: The maximum number of connections that wait for the next event.
        ///   - wait: The time for which a connection waits for the next event.
        ///   - age: The time after which a connection is not used again, since the name may stand for another address by then.
        /// - Throws: ``ServerError`` if TLS cannot be set up.
        init(
            resolver: @escaping Resolver = Self.addresses,
            ownAddresses: @escaping @Sendable () -> Set<IPAddress>? = IPAddress.ownAddresses,
            trustRoots: NIOSSLTrustRoots = .default, timeout: TimeAmount = .seconds(Int64(Self.timeout)),
            idleLimit: Int = IdleConnections.usualLimit,
            wait: TimeAmount = .seconds(10), age: TimeAmount = .seconds(60)
        ) throws(ServerError) {
            resolve = resolver
            self.ownAddresses = ownAddresses
            self.timeout = timeout
            idle = IdleConnections(limit: idleLimit, wait: wait, age: age)
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = trustRoots
            configuration.minimumTLSVersion = .tlsv12
            do {
                secure = try NIOSSLContext(configuration: configuration)
            } catch {
                throw ServerError("TLS for the receivers of webhooks cannot be set up: \(error).")
            }
        }

        /// Sends a request with JSON.
        ///
        /// If the last connection of the webhook has ended meanwhile, the request is sent again on a new one.
        ///
        /// - Parameters:
        ///   - body: The content.
        ///   - address: The receiver.
        ///   - webhook: The identifier of the webhook.
        ///   - party: The party to which it belongs, for the turns of looking up names.
        ///   - headers: The headers, besides the usual ones.
        /// - Returns: Why the receiver has not accepted it; `nil` if it has.
        func post(
            _ body: [UInt8], to address: WebhookAddress, of webhook: String, for party: TaskGate.Party = [],
            _ headers: [(String, String)]
        ) async -> String? {
            let head = makeHead(address, body.count, headers)
            if let connection = idle.take(webhook, to: address) {
                switch await connection.send(head, body, timeout: timeout) {
                case .answered(let status, let isReusable):
                    return judge(status, connection, isReusable: isReusable, of: webhook, to: address)
                case .failed(let reason): return reason
                case .ended: break
                }
            }
            // For the name and the connection; the response has as much again.
            let deadline = NIODeadline.now() + timeout
            guard let resolved = await lookUp(address.host, for: party) else {
                return
                    "the address of the host \(address.host) was not found in \(timeout.nanoseconds / 1_000_000_000) s"
            }
            guard !resolved.isEmpty else { return "the host \(address.host) has no address" }
            guard let own = address.isNamed ? [] : ownAddresses() else {
                return "the addresses of this machine cannot be read"
            }
            for text in resolved {
                if let problem = address.problem(with: text, own: own) { return problem }
            }
            var failure = "\(address.host) cannot be reached in time"
            let attempts = resolved.prefix(3)
            for (index, text) in attempts.enumerated() {
                // An address that does not answer leaves time for the others.
                let left = (deadline - .now()).nanoseconds / Int64(attempts.count - index)
                guard left > 0 else { break }
                do {
                    let connection = try await connect(to: address, at: text, in: .nanoseconds(left))
                    switch await connection.send(head, body, timeout: timeout) {
                    case .answered(let status, let isReusable):
                        return judge(status, connection, isReusable: isReusable, of: webhook, to: address)
                    case .ended(let reason), .failed(let reason): return reason
                    }
                } catch {
                    failure = "\(address.host) cannot be reached: \(error)"
                }
            }
            return failure
        }

        /// Returns why a status is no acceptance, and keeps the connection after one.
        private func judge(
            _ status: UInt, _ connection: WebhookConnection, isReusable: Bool, of webhook: String,
            to address: WebhookAddress
        ) -> String? {
            let isAccepted = (200..<300).contains(status)
            if isAccepted, isReusable { idle.keep(connection, of: webhook, to: address) } else { connection.close() }
            return isAccepted ? nil : "the receiver answered with status \(status)"
        }

        private func connect(
            to address: WebhookAddress, at resolved: String, in time: TimeAmount
        ) async throws -> WebhookConnection {
            // A certificate for an IP address is checked without a name.
            let name = IPAddress(address.host) == nil ? address.host : nil
            return try await .open(
                to: resolved, port: address.port, secure: address.isSecure ? secure : nil, name: name, timeout: time)
        }

        private func makeHead(
            _ address: WebhookAddress, _ byteCount: Int, _ headers: [(String, String)]
        ) -> HTTPRequestHead {
            var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: address.target)
            head.headers.add(name: "Host", value: address.hostHeader)
            head.headers.add(name: "Content-Length", value: "\(byteCount)")
            head.headers.add(name: "Content-Type", value: "application/json; charset=utf-8")
            for (name, value) in headers { head.headers.add(name: name, value: value) }
            return head
        }

        /// Closes the connections that wait for events.
        func close() { idle.close() }

        /// Returns the addresses of a host; `nil` if they are not known in the time for a response.
        private func lookUp(_ host: String, for party: TaskGate.Party) async -> [String]? {
            if IPAddress(host) != nil { return [host] }
            let waiting = Guarded<CheckedContinuation<[String]?, Never>?>(nil)
            let isOver = { @Sendable in waiting.withLock { $0 == nil } }
            let finish = { @Sendable (found: [String]?) in
                let waiter = waiting.exchange(nil)
                waiter?.resume(returning: found)
            }
            return await withCheckedContinuation { continuation in
                waiting.withLock { $0 = continuation }
                let timer = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: timeout) { finish(nil) }
                Task {
                    // The place is free again only when the system has answered, so that the threads stay few.
                    try await lookUps.enter(for: party)
                    defer { lookUps.leave(for: party) }
                    if isOver() { return }
                    let found = await resolve(host)
                    timer.cancel()
                    finish(found)
                }
            }
        }

        /// Returns the addresses that the system has for a name.
        static func addresses(of host: String) async -> [String] {
            await withCheckedContinuation { continuation in
                // The call blocks its thread.
                DispatchQueue.global(qos: .utility).async { continuation.resume(returning: look(up: host)) }
            }
        }

        private static func look(up host: String) -> [String] {
            var found: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, nil, nil, &found) == 0 else { return [] }
            defer { freeaddrinfo(found) }
            var addresses: [String] = []
            var next = found
            while let entry = next?.pointee {
                var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                let result = getnameinfo(
                    entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
                let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
                // Each address comes once for each kind of socket.
                if result == 0, !addresses.contains(address) { addresses.append(address) }
                next = entry.ai_next
            }
            return addresses
        }
    }
#endif
