#if Server
    /// The limits of a server's connections, requests and messages.
    public struct ServerLimits: Sendable, Hashable {
        /// The maximum number of open connections; further ones are closed at once.
        public var connections = 10_000
        /// The maximum number of open connections from one address; `nil` for half of ``connections``.
        ///
        /// The addresses of an IPv6 network (/64) count as one. This machine and the trusted proxies have no such limit.
        public var connectionsOfAddress: Int?
        /// The maximum size of the body of a request, in bytes.
        public var requestBytes = 32 << 20
        /// The maximum size of a message of a WebSocket client, in bytes, over all its frames.
        public var messageBytes = 32 << 20
        /// The maximum number of bytes that wait for one client; a slower client is disconnected.
        public var outgoingBytes = 64 << 20
        /// The maximum number of encoded bytes that wait for all clients; above it, the slowest are disconnected.
        ///
        /// `nil` means a quarter of the memory of the machine or of its control group's limit, at most 512 MiB.
        public var totalOutgoingBytes: Int?
        /// The time for a client to send its next request completely, and to read each 256 KiB of a response.
        public var requestTime = Duration.seconds(60)
        /// The time without data after which a WebSocket client receives a ping.
        public var pingAfter = Duration.seconds(60)
        /// The time without data after a ping before a client is disconnected.
        public var pongTime = Duration.seconds(30)
        /// The time between two keep-alive events of a stream.
        public var streamKeepAlive = Duration.seconds(30)
        /// The maximum number of failed sign-ins from one address in a minute; then the address must wait.
        public var failedSignIns = 20
        /// The maximum number of listens of a session; further ones are refused.
        public var listens = 20_000
        /// The maximum size of a session's on-disconnect writes, in bytes; each counts as at least 16 KiB.
        public var onDisconnectBytes = 16 << 20
        /// The maximum number of sign-ins of a session in a minute; further ones are refused.
        public var signInsPerMinute = 60
        /// The number of a WebSocket client's requests per second above which the server reads from it more slowly.
        public var requestsPerSecond = 10_000
        /// The number of refused requests per second above which a WebSocket client is disconnected.
        public var refusalsPerSecond = 1_000
        /// The bytes of refused requests above 64 KiB, of all clients in a second, above which their senders must pause.
        public var refusedBytesPerSecond = 8 << 20
        /// The maximum number of namespaces that an emulator creates on use.
        public var createdNamespaces = 1_000
        /// The maximum number of open clients that a draining server sends elsewhere in a second, and of new ones as many more.
        public var drainedSessionsPerSecond = 100
        /// The time after which a draining server ends the sessions that are left.
        public var drainTime = Duration.seconds(300)

        /// Creates the default limits.
        public init() {}
    }

    extension ServerLimits: CustomStringConvertible {
        /// The most important limits.
        public var description: String {
            "\(connections) connections, \(requestBytes) bytes a request, \(messageBytes) bytes a message"
        }
    }
#endif
