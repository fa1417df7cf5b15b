#if Server
    import ArgumentParser

    /// Pauses a webhook.
    struct WebhooksPauseCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Send nothing until the webhook is resumed.")

        @OptionGroup var webhook: WebhookArgument

        func run() async throws { try await webhook.send("PATCH", body: #"{"status": "paused"}"#) }
    }
#endif
