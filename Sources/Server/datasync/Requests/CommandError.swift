#if Server
    import DatasyncLog

    /// The reason why a command fails; it is printed before the process ends with exit code 1.
    struct CommandError: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }

        /// Creates the reason from the error of a log.
        init(_ error: any Error) {
            description = (error as? CommandError)?.description ?? (error as? LogError)?.message ?? "\(error)"
        }
    }
#endif
