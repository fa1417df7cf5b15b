#if Postgres
    import DatasyncLog

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// An address of a socket, `HOST:PORT`, with brackets around a host of IPv6.
    struct PeerAddress {
        private let bytes: [UInt8]

        /// Reads an address.
        ///
        /// - Parameters:
        ///   - text: The address.
        ///   - isLookedUp: Whether the host may be a name, for which the system may have to ask others.
        init?(_ text: String, isLookedUp: Bool) {
            guard let colon = text.lastIndex(of: ":") else { return nil }
            var host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
            guard !host.isEmpty, let port = UInt16(text[text.index(after: colon)...]) else { return nil }
            var hints = addrinfo()
            hints.ai_socktype = Self.streams
            hints.ai_flags = AI_NUMERICSERV | (isLookedUp ? 0 : AI_NUMERICHOST)
            var found: UnsafeMutablePointer<addrinfo>?
            defer { if found != nil { freeaddrinfo(found) } }
            guard getaddrinfo(String(host), String(port), &hints, &found) == 0, let found,
                let address = found.pointee.ai_addr
            else { return nil }
            bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(found.pointee.ai_addrlen)))
        }

        /// The address of a socket on this machine.
        init?(of descriptor: CInt) {
            var (storage, length) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
            let result = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            }
            guard result == 0 else { return nil }
            bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(length))) }
        }

        /// Creates a socket of the family of the address; `nil` if the process can open no more files.
        func makeSocket() -> CInt? {
            let family = withPointer { address, _ in CInt(address.pointee.sa_family) }
            let descriptor = socket(family, Self.streams, 0)
            return descriptor < 0 ? nil : descriptor
        }

        func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
            bytes.withUnsafeBytes { bytes in
                body(bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
        }

        /// The address in numbers.
        var text: String? {
            var (host, port) = ([CChar](repeating: 0, count: 64), [CChar](repeating: 0, count: 8))
            let result = withPointer { address, length in
                getnameinfo(
                    address, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                    NI_NUMERICHOST | NI_NUMERICSERV)
            }
            guard result == 0 else { return nil }
            let (name, number) = (Self.text(host), Self.text(port))
            return name.contains(":") ? "[\(name)]:\(number)" : "\(name):\(number)"
        }

        /// Whether it stands for all addresses of this machine, so that nobody can connect to it.
        var isWildcard: Bool { text.map { $0.hasPrefix("0.0.0.0:") || $0.hasPrefix("[::]:") } ?? false }

        private static func text(_ characters: [CChar]) -> String {
            String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        #if canImport(Glibc)
            private static let streams = CInt(SOCK_STREAM.rawValue)
        #else
            private static let streams = SOCK_STREAM
        #endif
    }
#endif
