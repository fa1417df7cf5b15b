#if Server
    import NIOSSL

    /// The lowest version of TLS that a server accepts.
    public enum TLSMinimum: String, Sendable, Hashable, CaseIterable {
        /// TLS 1.2 and later.
        case version12 = "1.2"
        /// TLS 1.3 only.
        case version13 = "1.3"

        var version: NIOSSL.TLSVersion {
            switch self {
            case .version12: .tlsv12
            case .version13: .tlsv13
            }
        }
    }
#endif
