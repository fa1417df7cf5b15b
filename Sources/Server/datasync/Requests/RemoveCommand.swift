#if Server
    import ArgumentParser
    import DatasyncTree

    /// Removes a node.
    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a node and all nodes below it.",
            discussion: """
                  datasync remove /contacts/ada
                  datasync remove / --yes
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts/ada.")
        var path: String

        @Flag(help: "Confirm that all data of the namespace are removed, if the path is that of the root.")
        var yes = false

        func validate() throws {
            if yes || (try? ServerClient.path(path))?.isRoot != true { return }
            throw ValidationError("All data of the namespace will be removed; confirm it with --yes.")
        }

        func run() async throws {
            _ = try await ServerClient(server).send("DELETE", path, [("print", "silent")])
        }
    }
#endif
