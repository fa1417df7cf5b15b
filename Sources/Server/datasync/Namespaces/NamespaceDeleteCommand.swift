#if Server
    import ArgumentParser

    /// Deletes a namespace.
    struct NamespaceDeleteCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a namespace with all its data, and end its sessions; owner only.",
            discussion: """
                  datasync namespace delete shop --yes --token-file admin.secret
                  datasync namespace delete shop --yes --database url.secret

                A backup keeps the data: `datasync backup`. Namespaces that the configuration
                of the server names cannot be deleted.
                """)

        @Argument(help: "The name of the namespace.") var name: String
        @Flag(help: "Confirm that all data of the namespace are deleted.") var yes = false
        @OptionGroup var server: ServerOptions
        @OptionGroup var options: StoreOptions

        func validate() throws {
            if yes { return }
            throw ValidationError("All data of the namespace will be deleted; confirm it with --yes.")
        }

        func run() async throws {
            if options.isGiven {
                try await options.open(isWritable: true).use { try await StoredNames($0).delete(name) }
                return Terminal.note("deleted \(name)")
            }
            _ = try await ServerClient(server).respond("DELETE", to: .namespace(name)).content()
            Terminal.note("deleted \(name)")
        }
    }
#endif
