#if WebSocket
    import DatasyncTree
    import Foundation

    /// The limits and times of WebSocket connections to a server.
    public struct WebSocketOptions: Sendable {
        /// The certificates that a server's certificate must lead to.
        public enum TrustRoots: Sendable, Hashable {
            /// The certificates of the system.
            case system
            /// Only these certificates, in PEM form.
            case certificates(pem: String)
        }

        /// The route to the server.
        public enum Route: Sendable, Hashable {
            /// Through the proxy that the process's environment names, or directly.
            ///
            /// The variables are `https_proxy` for connections with TLS, `http_proxy` for others, and `all_proxy`.
            /// Connections to hosts in `no_proxy` are direct.
            case environment
            /// Without a proxy.
            case direct
            /// Through a proxy.
            case proxy(HTTPProxy)
        }

        /// The time limit for the connection, TLS and the WebSocket handshake together.
        public var handshakeTimeout: Duration
        /// The time without data after which a ping is sent.
        public var pingAfter: Duration
        /// The time without data after a ping before the connection is closed.
        public var pongTimeout: Duration
        /// The maximum size of a received WebSocket message, in bytes.
        ///
        /// A WebSocket message holds a message of the back end or a part of one.
        public var maximumMessageBytes: Int
        /// The certificates that a server's certificate must lead to.
        public var trustRoots: TrustRoots
        /// The route to the server.
        public var route: Route

        /// Creates options.
        ///
        /// - Parameters:
        ///   - handshakeTimeout: The time limit for the connection, TLS and the WebSocket handshake together.
        ///   - pingAfter: The time without data after which a ping is sent.
        ///   - pongTimeout: The time without data after a ping before the connection is closed.
        ///   - maximumMessageBytes: The maximum size in bytes of a received WebSocket message.
        ///   - trustRoots: The certificates that a server's certificate must lead to.
        ///   - route: The route to the server.
        public init(
            handshakeTimeout: Duration = .seconds(30), pingAfter: Duration = .seconds(45),
            pongTimeout: Duration = .seconds(30), maximumMessageBytes: Int = 64 << 20, trustRoots: TrustRoots = .system,
            route: Route = .environment
        ) {
            self.handshakeTimeout = handshakeTimeout
            self.pingAfter = pingAfter
            self.pongTimeout = pongTimeout
            self.maximumMessageBytes = maximumMessageBytes
            self.trustRoots = trustRoots
            self.route = route
        }

        /// Returns the proxy for an address; `nil` for a direct connection.
        ///
        /// - Throws: ``DatasyncError`` `invalidConfiguration` if the environment names anything else than a proxy.
        func proxy(for address: ServerAddress) throws(DatasyncError) -> HTTPProxy? {
            switch route {
            case .environment: try HTTPProxy.proxy(for: address, in: ProcessInfo.processInfo.environment)
            case .direct: nil
            case .proxy(let proxy): proxy
            }
        }

        var intervals: KeepAlive.Intervals {
            KeepAlive.Intervals(silence: pingAfter, grace: pongTimeout)
        }
    }

    extension WebSocketOptions: CustomStringConvertible {
        /// The times and the limit.
        public var description: String {
            "handshake \(handshakeTimeout), ping after \(pingAfter), pong \(pongTimeout), \(maximumMessageBytes) bytes"
        }
    }

    extension WebSocketOptions.Route: CustomStringConvertible {
        /// The name of the case, or the proxy.
        public var description: String {
            switch self {
            case .environment: "environment"
            case .direct: "direct"
            case .proxy(let proxy): "proxy \(proxy)"
            }
        }
    }

    extension WebSocketOptions.TrustRoots: CustomStringConvertible {
        /// The name of the case; certificates are not repeated.
        public var description: String {
            switch self {
            case .system: "system"
            case .certificates: "certificates"
            }
        }
    }
#endif
