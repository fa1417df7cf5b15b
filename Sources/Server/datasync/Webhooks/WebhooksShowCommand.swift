#if Server
    import ArgumentParser

    /// Prints a webhook.
    struct WebhooksShowCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print a webhook, with the position of its last event.")

        @OptionGroup var webhook: WebhookArgument

        func run() async throws { try await webhook.send("GET") }
    }
#endif
