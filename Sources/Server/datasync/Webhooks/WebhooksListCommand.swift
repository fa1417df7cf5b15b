#if Server
    import ArgumentParser
    import DatasyncTree

    /// Prints the webhooks of a namespace.
    struct WebhooksListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the webhooks of a namespace, the oldest first.")

        @OptionGroup var server: ServerOptions

        func run() async throws {
            let text = try await ServerClient(server).respond("GET", to: .webhooks).content()
            guard Terminal.isOutput else { return print(text) }
            for json in try JSONParser.parse(text).array ?? [] { print(WebhooksCommand.line(json)) }
        }
    }
#endif
