#if Server
    import ArgumentParser

    /// Replaces the value of a node.
    struct SetCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Replace the value of a node.",
            discussion: """
                  datasync set /contacts/ada '{"name": "Ada"}'
                  datasync set /stats/visits '{".sv": {"increment": 1}}'
                  datasync set / - < backup.json
                """)

        @OptionGroup var arguments: WriteArguments

        func run() async throws { _ = try await arguments.send("PUT") }
    }
#endif
