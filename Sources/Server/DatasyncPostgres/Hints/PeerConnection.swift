#if Postgres
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// A connection between two servers that never waits: its owner calls ``advance(_:)`` when the socket is ready.
    ///
    /// Only one thread uses it.
    final class PeerConnection {
        enum Event {
            case received([UInt8])
            /// Everything has been passed to the system.
            case sent
            case closed
        }

        #if canImport(Darwin)
            private static let flags: CInt = 0
        #else
            private static let flags = CInt(MSG_NOSIGNAL)
        #endif

        let descriptor: CInt
        private var isConnecting: Bool
        private var output: [UInt8] = []
        private var offset = 0

        /// Starts to connect to a numeric address; returns `nil` if the text is not one, or if no socket can be opened.
        init?(to text: String) {
            guard let address = PeerAddress(text, isLookedUp: false), let descriptor = address.makeSocket() else {
                return nil
            }
            Self.prepare(descriptor)
            self.descriptor = descriptor
            isConnecting = true
            if address.withPointer({ connect(descriptor, $0, $1) }) == 0 { isConnecting = false }
            guard !isConnecting || errno == EINPROGRESS else { return nil }
        }

        init(accepted descriptor: CInt) {
            Self.prepare(descriptor)
            self.descriptor = descriptor
            isConnecting = false
        }

        deinit { close(descriptor) }

        /// Makes a socket nonblocking and not inherited, and lets it send small messages at once.
        static func prepare(_ descriptor: CInt) {
            var yes: CInt = 1
            Descriptor.prepare(descriptor)
            _ = setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
            #if canImport(Darwin)
                _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<CInt>.size))
            #endif
        }

        /// The events of the socket to wait for.
        var awaited: CInt { CInt(POLLIN) | (isConnecting || offset < output.count ? CInt(POLLOUT) : 0) }

        /// Sends bytes, after those that wait.
        func write(_ bytes: [UInt8]) -> Event? {
            output += bytes
            return isConnecting ? nil : flush()
        }

        private func flush() -> Event? {
            while offset < output.count {
                let count = output.withUnsafeBytes { bytes in
                    send(descriptor, bytes.baseAddress! + offset, bytes.count - offset, Self.flags)
                }
                if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : .closed }
                offset += count
            }
            if output.isEmpty { return nil }
            (output, offset) = ([], 0)
            return .sent
        }

        /// Goes on with what the socket is ready for.
        ///
        /// - Parameter events: The events of `poll`.
        /// - Returns: What has happened.
        func advance(_ events: CInt) -> [Event] {
            if isConnecting {
                guard events & CInt(POLLERR | POLLHUP) == 0 else { return [.closed] }
                if events & CInt(POLLOUT) != 0 { isConnecting = false }
            }
            var happened: [Event] = []
            if events & CInt(POLLIN | POLLERR | POLLHUP) != 0 {
                var bytes = [UInt8](repeating: 0, count: 16 << 10)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return [.closed] }
                if count > 0 { happened.append(.received(Array(bytes.prefix(count)))) }
            }
            if events & CInt(POLLOUT) != 0, !isConnecting, let event = flush() { happened.append(event) }
            return happened
        }
    }
#endif
