#if WebSocket
    import Foundation
    import NIOCore
    import NIOExtras
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    /// A handshake failure, and the texts for failures of the network below it.
    enum ConnectionFailure: Error {
        /// The server uses an extension that the client has not offered.
        case extensions(String)

        /// Returns an error as one sentence.
        static func text(of error: any Error) -> String {
            switch error {
            case ConnectionFailure.extensions(let name):
                "The server uses the WebSocket extension \(name), which was not offered."
            case let error as NIOHTTP1ProxyConnectHandler.Error: proxyText(of: error)
            case let error as NIOConnectionError: text(of: error)
            case ChannelError.connectTimeout(let time): "No answer within \(time.nanoseconds / 1_000_000) ms."
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: secureText(of: error)
            case let error as HTTPParserError: "The answer is not HTTP: \(error)."
            case let error as IOError: systemText(of: error)
            default: "\(error)."
            }
        }

        private static func proxyText(of error: NIOHTTP1ProxyConnectHandler.Error) -> String {
            error == .proxyAuthenticationRequired()
                ? "The proxy asks for a sign-in; give its user and password in the address of the proxy."
                : "The proxy refused the tunnel: \("\(error)".asSentence)"
        }

        private static func systemText(of error: IOError) -> String {
            let number = error.errnoCode
            return "\(strerror(number).map { String(cString: $0) } ?? "The call failed") (error \(number))."
        }

        private static func secureText(of error: any Error) -> String {
            let text = "\(error)".withoutSourcePaths
            guard text.contains("CERTIFICATE_VERIFY_FAILED") else { return "TLS failed: \(text.asSentence)" }
            return
                "TLS failed: the server's certificate is not trusted; pass its root as trustRoots of WebSocketOptions."
        }

        private static func text(of error: NIOConnectionError) -> String {
            if let first = error.connectionErrors.first { return text(of: first.error) }
            return "The name \(error.host) cannot be resolved."
        }
    }

    extension String {
        /// The text with a full stop at the end.
        var asSentence: String { hasSuffix(".") ? self : self + "." }

        /// The text of a TLS error without source locations in the TLS library.
        package var withoutSourcePaths: String { replacing(#/ at \/[^\]]*?:[0-9]+/#, with: "") }
    }
#endif
