#if Server
    import ArgumentParser

    /// Resumes a webhook.
    struct WebhooksResumeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "Send events again; the first one is a reload with the current value.")

        @OptionGroup var webhook: WebhookArgument

        func run() async throws { try await webhook.send("PATCH", body: #"{"status": "active"}"#) }
    }
#endif
