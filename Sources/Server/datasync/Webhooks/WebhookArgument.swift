#if Server
    import ArgumentParser
    import DatasyncTree

    /// The webhook that a command is for.
    struct WebhookArgument: ParsableArguments {
        @Argument(help: "The identifier of the webhook.") var id: String
        @OptionGroup var server: ServerOptions

        /// Sends a request for the webhook, and prints it.
        func send(_ method: String, body: String? = nil) async throws {
            let text = try await ServerClient(server).respond(method, to: .webhook(id), body: body).content()
            let json = try JSONParser.parse(text)
            Terminal.print(json, orText: WebhooksCommand.line(json))
        }
    }
#endif
