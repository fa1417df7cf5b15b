#if Server
    public import ServiceLifecycle

    extension DatabaseServer: Service {
        /// Runs the server as a service of the package swift-service-lifecycle.
        ///
        /// It runs until its group shuts down or the task is cancelled, and then stops as ``stop(within:)`` describes.
        ///
        /// ```swift
        /// let group = ServiceGroup(services: [server], gracefulShutdownSignals: [.sigterm], logger: logger)
        /// try await group.run()
        /// ```
        ///
        /// - Throws: ``ServerError`` if the server cannot be started.
        public func run() async throws {
            try await start()
            // The error of a cancelled task has the same effect as a shutdown.
            try? await gracefulShutdown()
            await stop()
        }
    }
#endif
