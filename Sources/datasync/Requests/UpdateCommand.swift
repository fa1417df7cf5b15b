#if Server
    import ArgumentParser

    /// Replaces some children of a node.
    struct UpdateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update",
            abstract: "Replace some children of a node, together.",
            discussion: """
                The names are keys or relative paths; null removes a child.

                  datasync update /contacts/ada '{"name": "Ada L.", "address/city": "London", "phone": null}'
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts/ada.")
        var path: String

        @Argument(help: "The value as JSON, or - to read it from standard input.")
        var value: String

        func run() async throws {
            _ = try await ServerClient(server).send(
                "PATCH", path, [("print", "silent")], body: try JSONArgument.text(value))
        }
    }
#endif
