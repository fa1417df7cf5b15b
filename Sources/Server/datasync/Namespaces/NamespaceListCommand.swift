#if Server
    import ArgumentParser
    import DatasyncTree

    /// Prints the names of the namespaces.
    struct NamespaceListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print the names of the namespaces of a server; owner only.",
            discussion: """
                  datasync namespace list --token-file admin.secret

                One name on each line in a terminal, otherwise a JSON array.
                """)

        @OptionGroup var server: ServerOptions

        func run() async throws {
            let text = try await ServerClient(server).respond("GET", to: .namespaces).content()
            guard Terminal.isOutput else { return print(text) }
            for name in try JSONParser.parse(text).array ?? [] { print(name.string ?? "") }
        }
    }
#endif
