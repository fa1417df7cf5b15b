#if Server
    import ArgumentParser

    /// Creates a namespace.
    struct NamespaceCreateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a namespace, which stays when the server starts again; owner only.",
            discussion: """
                  datasync namespace create shop --token-file admin.secret

                It has the rules of the server's configuration. Without effect if the namespace
                exists.
                """)

        @Argument(help: "The name of the namespace.") var name: String
        @OptionGroup var server: ServerOptions

        func run() async throws {
            _ = try await ServerClient(server).respond("PUT", to: .namespace(name)).content()
            Terminal.note("created \(name)")
        }
    }
#endif
