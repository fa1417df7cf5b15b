#if WebSocket
    import NIOCore

    /// The limits and times of WebSocket connections to a server.
    public struct WebSocketOptions: Sendable {
        /// The certificates that a server's certificate must lead to.
        public enum TrustRoots: Sendable, Hashable {
            /// The certificates of the system.
            case system
            /// Only these certificates, in PEM form.
            case certificates(pem: String)
        }

        /// The time for the connection, TLS and the WebSocket handshake together.
        public var handshakeTimeout: Duration
        /// The time without data after which a ping is sent.
        public var pingAfter: Duration
        /// The time after a ping without data after which the connection is closed.
        public var pongTimeout: Duration
        /// The maximum size in bytes of a received WebSocket message, which holds a message of the back end or a part of one.
        public var maximumMessageBytes: Int
        /// The certificates that a server's certificate must lead to.
        public var trustRoots: TrustRoots

        /// Makes options.
        ///
        /// - Parameters:
        ///   - handshakeTimeout: The time for the connection, TLS and the WebSocket handshake together.
        ///   - pingAfter: The time without data after which a ping is sent.
        ///   - pongTimeout: The time after a ping without data after which the connection is closed.
        ///   - maximumMessageBytes: The maximum size in bytes of a received WebSocket message.
        ///   - trustRoots: The certificates that a server's certificate must lead to.
        public init(
            handshakeTimeout: Duration = .seconds(30), pingAfter: Duration = .seconds(45),
            pongTimeout: Duration = .seconds(30), maximumMessageBytes: Int = 64 << 20, trustRoots: TrustRoots = .system
        ) {
            self.handshakeTimeout = handshakeTimeout
            self.pingAfter = pingAfter
            self.pongTimeout = pongTimeout
            self.maximumMessageBytes = maximumMessageBytes
            self.trustRoots = trustRoots
        }

        var intervals: KeepAlive.Intervals {
            KeepAlive.Intervals(silence: TimeAmount(pingAfter), grace: TimeAmount(pongTimeout))
        }
    }

    extension WebSocketOptions: CustomStringConvertible, CustomDebugStringConvertible {
        /// The times and the limit.
        public var description: String {
            "handshake \(handshakeTimeout), ping after \(pingAfter), pong \(pongTimeout), \(maximumMessageBytes) bytes"
        }

        /// The description after the name of the type.
        public var debugDescription: String { "WebSocketOptions(\(description))" }
    }

    extension WebSocketOptions.TrustRoots: CustomStringConvertible, CustomDebugStringConvertible {
        /// The name of the case; certificates are not repeated.
        public var description: String {
            switch self {
            case .system: "system"
            case .certificates: "certificates"
            }
        }

        /// The description after the name of the type.
        public var debugDescription: String { "TrustRoots.\(description)" }
    }
#endif
