#if Server
    /// The reason why a command fails; it is printed before the process ends with exit code 1.
    struct CommandError: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
#endif
