#if Server
    import ArgumentParser

    /// Removes a node.
    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a node and all nodes below it.",
            discussion: """
                  datasync remove /contacts/ada
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts/ada.")
        var path: String

        func run() async throws {
            _ = try await ServerClient(server).send("DELETE", path, [("print", "silent")])
        }
    }
#endif
