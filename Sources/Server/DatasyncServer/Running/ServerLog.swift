#if Server
    import DatasyncConcurrency
    import Logging

    /// The log of a server: a logger, and the level from which messages reach it, which can be changed at any time.
    final class ServerLog: Sendable {
        /// The logger, which logs all that it receives.
        private let logger: Logger
        private let threshold: Guarded<Logger.Level>

        /// Makes a log with the level of a logger.
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

        /// Logs a message, which is made only if the level is logged.
        func callAsFunction(_ level: Logger.Level, _ text: @autoclosure () -> String) {
            if level >= self.level { logger.log(level: level, "\(text())") }
        }
    }
#endif
