#if Server
    import ArgumentParser

    /// Removes a webhook.
    struct WebhooksRemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a webhook; nothing more is sent.")

        @OptionGroup var webhook: WebhookArgument

        func run() async throws {
            _ = try await ServerClient(webhook.server).respond("DELETE", to: .webhook(webhook.id)).content()
            Terminal.note("removed \(webhook.id)")
        }
    }
#endif
