#if Server
    import ArgumentParser

    /// The commands for a running server.
    struct ServerCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "server",
            abstract: "Drain a running server before it is stopped, or take that back.",
            discussion: """
                  datasync server drain --wait --token-file admin.secret
                  datasync server undrain --token-file admin.secret
                """,
            subcommands: [DrainCommand.self, UndrainCommand.self])
    }
#endif
