#if Postgres
    import DatasyncLog

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// The socket to which other servers connect.
    final class PeerListener: Sendable {
        let descriptor: CInt
        /// The address in numbers, with the port that the system has chosen if none was named.
        let address: String

        /// Listens at an address.
        ///
        /// - Parameter text: The address, `HOST:PORT`, one of this machine; with the port 0, the system chooses one.
        /// - Throws: `LogError` `invalidOption` if it is no address of this machine, or in use.
        init(_ text: String) throws(LogError) {
            guard let address = PeerAddress(text, isLookedUp: true), !address.isWildcard else {
                throw LogError(
                    .invalidOption,
                    "The address \(text) for other servers cannot be used. Write HOST:PORT, with an address of this machine that "
                        + "the other servers can connect to.")
            }
            guard let descriptor = address.makeSocket() else { throw Descriptor.exhausted }
            var yes: CInt = 1
            _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
            PeerConnection.prepare(descriptor)
            guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 64) == 0,
                let bound = PeerAddress(of: descriptor)?.text
            else {
                let reason = String(cString: strerror(errno))
                close(descriptor)
                throw LogError(
                    .invalidOption,
                    "Other servers cannot connect to \(text): \(reason). Use a free port of an address of this machine."
                )
            }
            self.descriptor = descriptor
            self.address = bound
        }

        deinit { close(descriptor) }

        /// Takes a connection that waits; `nil` if none does.
        func next() -> PeerConnection? {
            let accepted = accept(descriptor, nil, nil)
            return accepted < 0 ? nil : PeerConnection(accepted: accepted)
        }
    }
#endif
