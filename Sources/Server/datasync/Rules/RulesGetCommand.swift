#if Server
    import ArgumentParser
    import Foundation

    /// Prints the rules of a namespace.
    struct RulesGetCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get",
            abstract: "Print the rules of a namespace of a server; owner only.",
            discussion: """
                  datasync rules get --token-file admin.secret > rules.json
                """)

        @OptionGroup var server: ServerOptions

        func run() async throws {
            let form = Terminal.isOutput ? [("print", "pretty")] : []
            let rules = try await ServerClient(server).respond("GET", to: .rules, form).content()
            print(rules.trimmingCharacters(in: .newlines))
        }
    }
#endif
