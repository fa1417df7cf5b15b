#if Server
    import ArgumentParser
    import DatasyncTree

    /// Replaces the rules of a namespace.
    struct RulesDeployCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deploy",
            abstract: "Replace the rules of a namespace of a server; owner only.",
            discussion: """
                The rules are compiled before they are sent. They apply to all clients at once,
                and reads that they no longer allow end.

                  datasync rules deploy rules.json --token-file admin.secret
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The file with the rules, or - to read them from standard input.")
        var file: String

        func run() async throws {
            let rules = try RulesFile(file)
            rules.printWarnings()
            _ = try await ServerClient(server).respond("PUT", to: .rules, body: rules.text).content()
            Terminal.print(
                ["file": .string(file), "namespace": .string(server.namespace)],
                orText: "the rules of \(server.namespace) are those of \(file)")
        }
    }
#endif
