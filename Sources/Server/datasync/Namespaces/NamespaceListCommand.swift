#if Server
    import ArgumentParser
    import DatasyncLog
    import DatasyncTree

    /// Prints the names of the namespaces.
    struct NamespaceListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print the names of the namespaces of a server; owner only.",
            discussion: """
                  datasync namespace list --token-file admin.secret
                  datasync namespace list --database url.secret

                One name on each line in a terminal, otherwise a JSON array. Of a directory or a
                database, these are the namespaces that were created, and all others with data.
                """)

        @OptionGroup var server: ServerOptions
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let names =
                if options.isGiven {
                    try await options.open().use { try await StoredNames($0).names().map(\.name) }
                } else {
                    try await request()
                }
            guard Terminal.isOutput else { return print(JSON.array(names.map(JSON.string)).text) }
            for name in names { print(name) }
        }

        private func request() async throws -> [String] {
            let text = try await ServerClient(server).respond("GET", to: .namespaces).content()
            return (try JSONParser.parse(text).array ?? []).map { $0.string ?? "" }
        }
    }
#endif
