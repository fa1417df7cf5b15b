#if Postgres
    import DatasyncConcurrency
    import Foundation

    /// A proxy in front of the server, which can swallow what the server sends, cut connections, and refuse new ones.
    final class TestProxy: Sendable {
        private struct State: Sendable {
            var swallows = false
            var refuses = false
            var sockets: [CInt] = []
            /// The bytes that clients have sent while replies were swallowed.
            var swallowedRequests = 0
            var connections = 0
        }

        private let state = Guarded(State())
        private let listener: CInt
        let port: UInt16
        private let target: UInt16

        /// Listens on a free port.
        init(to target: UInt16) throws {
            self.target = target
            let listener = socket(AF_INET, streamType, 0)
            self.listener = listener
            var address = Self.loopback(port: 0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                        && getsockname(listener, pointer, &length) == 0
                }
            }
            guard bound else { throw POSIXError(.EADDRINUSE) }
            port = UInt16(bigEndian: address.sin_port)
            Thread.detachNewThread { [self] in accept() }
        }

        /// Ends the proxy.
        func stop() {
            refuse(true)
            shutdown(listener, CInt(SHUT_RDWR))
        }

        /// Drops the replies of the server from now on.
        func swallow(_ swallows: Bool) {
            state.withLock { state in
                state.swallows = swallows
                state.swallowedRequests = 0
            }
        }

        /// Closes new connections from now on.
        func refuse(_ refuses: Bool) { state.withLock { $0.refuses = refuses } }

        /// Ends all connections.
        func cut() {
            for socket in state.withLock({ $0.sockets }) { shutdown(socket, CInt(SHUT_RDWR)) }
        }

        /// Whether a request has passed whose reply was dropped, or will be.
        var hasSwallowed: Bool { state.withLock { $0.swallowedRequests > 0 } }

        /// The number of connections so far.
        var connections: Int { state.withLock { $0.connections } }

        private func accept() {
            while true {
                let client = Foundation.accept(listener, nil, nil)
                guard client >= 0 else { break }
                guard !state.withLock({ $0.refuses }), let server = connect() else {
                    close(client)
                    continue
                }
                state.withLock { state in
                    state.sockets += [client, server]
                    state.connections += 1
                }
                Thread.detachNewThread { [self] in forward(from: client, to: server, isReply: false) }
                Thread.detachNewThread { [self] in forward(from: server, to: client, isReply: true) }
            }
            close(listener)
        }

        private func connect() -> CInt? {
            let server = socket(AF_INET, streamType, 0)
            var address = Self.loopback(port: target)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    Foundation.connect(server, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            return isConnected ? server : nil
        }

        private func forward(from source: CInt, to destination: CInt, isReply: Bool) {
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = recv(source, &bytes, bytes.count, 0)
                guard count > 0 else { break }
                let drops = state.withLock { state in
                    if state.swallows, !isReply { state.swallowedRequests += count }
                    return state.swallows && isReply
                }
                var sent = drops ? count : 0
                while sent < count {
                    let more = send(destination, Array(bytes[sent..<count]), count - sent, sendFlags)
                    guard more > 0 else { break }
                    sent += more
                }
            }
            shutdown(source, CInt(SHUT_RDWR))
            shutdown(destination, CInt(SHUT_RDWR))
        }

        private static func loopback(port: UInt16) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return address
        }
    }

    #if canImport(Darwin)
        private let streamType = SOCK_STREAM
        private let sendFlags: CInt = 0
    #else
        private let streamType = CInt(SOCK_STREAM.rawValue)
        private let sendFlags = CInt(MSG_NOSIGNAL)
    #endif
#endif
