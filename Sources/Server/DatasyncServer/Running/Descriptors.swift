#if Server
    import Foundation
    import Logging
    import NIOCore

    /// The file descriptors of the process; each connection takes one.
    enum Descriptors {
        /// The descriptors needed for other things: journal files, event loops, the listening socket.
        private static let reserve = 64

        /// Raises the process's limit as far as the system allows.
        ///
        /// - Returns: The number of connections that the limit leaves room for.
        static func raiseLimit() -> Int {
            var limit = rlimit()
            guard getrlimit(RLIMIT_NOFILE.forLimits, &limit) == 0 else { return .max }
            if limit.rlim_cur < limit.rlim_max {
                var raised = limit
                raised.rlim_cur = limit.rlim_max
                if setrlimit(RLIMIT_NOFILE.forLimits, &raised) == 0 { limit = raised }
            }
            return max(16, Int(clamping: limit.rlim_cur) - reserve)
        }
    }

    #if canImport(Glibc)
        extension __rlimit_resource {
            fileprivate var forLimits: __rlimit_resource_t { __rlimit_resource_t(rawValue) }
        }
    #else
        extension Int32 {
            fileprivate var forLimits: Int32 { self }
        }
    #endif

    /// Reports that the process has no descriptors for new connections.
    ///
    /// The next handler then pauses, so that the server does not retry in a loop.
    final class AcceptFailureHandler: ChannelInboundHandler {
        typealias InboundIn = Channel

        private let connections: ConnectionRegistry
        private let log: ServerLog

        init(_ connections: ConnectionRegistry, _ log: ServerLog) {
            self.connections = connections
            self.log = log
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            connections.noteAccepting(fails: false)
            context.fireChannelRead(data)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            let code = (error as? IOError)?.errnoCode
            if code == EMFILE || code == ENFILE, connections.noteAccepting(fails: true) {
                log(
                    .error,
                    "no connection can be accepted, as the process has no more file descriptors; raise its limit (ulimit -n)"
                )
            }
            context.fireErrorCaught(error)
        }
    }
#endif
