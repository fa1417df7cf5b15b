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

        @OptionGroup var arguments: WriteArguments

        func run() async throws { _ = try await arguments.send("PATCH") }
    }
#endif
