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

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts/ada.")
        var path: String

        @Argument(help: "The value as JSON, or - to read it from standard input.")
        var value: String

        func run() async throws {
            _ = try await ServerClient(server).send(
                "PUT", path, [("print", "silent")], body: try JSONArgument.text(value))
        }
    }
#endif
