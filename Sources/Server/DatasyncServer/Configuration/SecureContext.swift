#if Server
    import DatasyncConcurrency
    import NIOSSL

    /// The certificate for new connections, replaceable while the server runs; `nil` without TLS.
    final class SecureContext: Sendable {
        private let context: Guarded<NIOSSLContext?>
        private let minimum: TLSMinimum

        /// - Throws: ``ServerError`` if the certificate or the key cannot be used.
        init(_ identity: TLSIdentity?, minimum: TLSMinimum) throws(ServerError) {
            context = Guarded(try identity?.makeContext(minimum))
            self.minimum = minimum
        }

        var present: NIOSSLContext? { context.withLock(\.self) }

        /// Replaces the certificate.
        ///
        /// - Throws: ``ServerError`` if the server has no TLS, or if the certificate or the key cannot be used; the
        ///   current one remains.
        func replace(_ identity: TLSIdentity) throws(ServerError) {
            guard present != nil else {
                throw ServerError("The server runs without TLS; start it with a certificate.")
            }
            _ = context.exchange(try identity.makeContext(minimum))
        }
    }
#endif
