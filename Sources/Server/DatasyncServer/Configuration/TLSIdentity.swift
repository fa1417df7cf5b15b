#if Server
    import DatasyncWebSocket
    import NIOSSL

    /// The certificate and the private key of a server, in PEM form.
    public struct TLSIdentity: Sendable {
        /// The server's certificate, followed by the certificates that lead to a root.
        public let certificates: String
        /// The private key of the first certificate.
        public let privateKey: String

        /// Creates an identity, which is checked when the server is created.
        ///
        /// - Parameters:
        ///   - certificates: The server's certificate, followed by the certificates that lead to a root, in PEM form.
        ///   - privateKey: The private key of the first certificate, in PEM form.
        public init(certificates: String, privateKey: String) {
            self.certificates = certificates
            self.privateKey = privateKey
        }

        func makeContext(_ minimum: TLSMinimum = .version12) throws(ServerError) -> NIOSSLContext {
            do {
                let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificates.utf8))
                let key = try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem)
                var configuration = TLSConfiguration.makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
                configuration.minimumTLSVersion = minimum.version
                return try NIOSSLContext(configuration: configuration)
            } catch {
                throw ServerError(
                    "The certificate or the key of the server cannot be used; give both in PEM form. "
                        + "\(error)".withoutSourcePaths)
            }
        }
    }

    extension TLSIdentity: CustomStringConvertible {
        /// The name of the type; the key is not printed.
        public var description: String { "TLSIdentity" }
    }
#endif
