#if Server
    import DatasyncConcurrency
    import Logging

    /// The log of a server: a logger, and the current level from which messages reach it.
    final class ServerLog: Sendable {
        /// The logger, which logs everything it receives.
        private let logger: Logger
        private let threshold: Guarded<Logger.Level>

        /// Creates a log with the level of a logger.
        init(_ logger: Logger) {
            threshold = Guarded(logger.logLevel)
            var logger = logger
            logger.logLevel = .trace
            self.logger = logger
        }

        /// The level from which messages are logged.
        var level: Logger.Level {
            get { threshold.withLock(\.self) }
            set { threshold.withLock { $0 = newValue } }
        }

        /// Logs a message; the message is only made if its level is logged.
        func callAsFunction(_ level: Logger.Level, _ text: @autoclosure () -> String) {
            if level >= self.level { logger.log(level: level, "\(text())") }
        }
    }
#endif
