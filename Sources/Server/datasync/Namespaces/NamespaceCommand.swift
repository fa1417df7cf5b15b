#if Server
    import ArgumentParser

    /// The commands for namespaces.
    struct NamespaceCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "namespace",
            abstract: "List, create or delete namespaces.",
            discussion: """
                  datasync namespace list --token-file admin.secret
                  datasync namespace create shop --token-file admin.secret
                  datasync namespace delete shop --yes --token-file admin.secret
                """,
            subcommands: [NamespaceListCommand.self, NamespaceCreateCommand.self, NamespaceDeleteCommand.self])
    }
#endif
