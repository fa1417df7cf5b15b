#if Server
    import Dispatch
    import TestSupport

    /// The output of the command `datasync` in a process of its own.
    enum CommandOutput {
        /// Runs the command, and returns its standard output.
        static func text(_ arguments: [String]) async throws -> String {
            try await withCheckedThrowingContinuation { continuation in
                // The wait blocks its thread, which must not be one of those that run the server of the test.
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try ChildProcess("datasync", arguments).readToEnd() })
                }
            }
        }
    }
#endif
