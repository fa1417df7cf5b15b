#if Server
    import ArgumentParser

    /// Creates a namespace.
    struct NamespaceCreateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a namespace, which stays when the server starts again; owner only.",
            discussion: """
                  datasync namespace create shop --token-file admin.secret
                  datasync namespace create shop --database url.secret

                It has the rules of the server's configuration. Without effect if the namespace
                exists.
                """)

        @Argument(help: "The name of the namespace.") var name: String
        @OptionGroup var server: ServerOptions
        @OptionGroup var options: StoreOptions

        func run() async throws {
            if options.isGiven {
                let isNew = try await options.open(isWritable: true).use { try await StoredNames($0).create(name) }
                return Terminal.note(isNew ? "created \(name)" : "\(name) exists")
            }
            _ = try await ServerClient(server).respond("PUT", to: .namespace(name)).content()
            Terminal.note("created \(name)")
        }
    }
#endif
