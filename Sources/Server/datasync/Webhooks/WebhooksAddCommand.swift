#if Server
    import ArgumentParser
    import DatasyncTree

    /// Adds a webhook.
    struct WebhooksAddCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Send the events of a node to an address, from now on.",
            discussion: """
                  datasync webhooks add /orders https://example.org/hook --events child_added

                The secret of the signatures is shown only now.
                """)

        @Argument(help: "The path of the node, as in /orders.") var path: String
        @Argument(help: "The address that gets a POST request for each event.") var address: String
        @Option(help: "The events, separated by commas: value, child_added, child_changed, child_removed, child_moved.")
        var events: String
        @OptionGroup var server: ServerOptions

        func run() async throws {
            let names = events.split(separator: ",").map { JSON.string(String($0)) }
            let body: JSON = ["path": .string(path), "url": .string(address), "events": .array(names)]
            let text = try await ServerClient(server).respond("POST", to: .webhooks, body: body.text).content()
            let json = try JSONParser.parse(text)
            Terminal.print(
                json,
                orText:
                    "webhook \(json["id"]?.string ?? "") with the secret \(json["secret"]?.string ?? ""), which is not "
                    + "shown again")
        }
    }
#endif
