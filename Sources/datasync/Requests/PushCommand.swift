#if Server
    import ArgumentParser
    import DatasyncTree

    /// Adds a child with a new key.
    struct PushCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "push",
            abstract: "Add a child with a new key, and print the key.",
            discussion: """
                The keys are in the order of their creation.

                  datasync push /contacts '{"name": "Grace"}'
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts/ada.")
        var path: String

        @Argument(help: "The value as JSON, or - to read it from standard input.")
        var value: String

        func run() async throws {
            let response = try await ServerClient(server).send("POST", path, body: try JSONArgument.text(value))
            print((try? JSONParser.parse(response))?["name"]?.string ?? response)
        }
    }
#endif
