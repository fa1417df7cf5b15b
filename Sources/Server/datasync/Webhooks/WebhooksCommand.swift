#if Server
    import ArgumentParser
    import DatasyncTree

    /// The commands for webhooks.
    struct WebhooksCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "webhooks",
            abstract: "Send the events of nodes to other servers; owner only.",
            discussion: """
                  datasync webhooks add /orders https://example.org/hook --events child_added
                  datasync webhooks list
                  datasync webhooks pause ID
                  datasync webhooks resume ID
                  datasync webhooks remove ID

                A receiver that does not accept an event gets it again, for up to a day; then the
                webhook is parked until you resume it.
                """,
            subcommands: [
                WebhooksAddCommand.self, WebhooksListCommand.self, WebhooksShowCommand.self, WebhooksPauseCommand.self,
                WebhooksResumeCommand.self, WebhooksRemoveCommand.self,
            ])

        /// The line of a webhook for a terminal.
        static func line(_ json: JSON) -> String {
            let events = (json["events"]?.array ?? []).compactMap(\.string).joined(separator: ",")
            let words = ["id", "status", "path", "url"].map { json[$0]?.string ?? "" }
            let reason = json["reason"]?.string.map { "  \($0)" } ?? ""
            return "\(words[0])  \(words[1])  \(words[2])  \(events)  \(words[3])\(reason)"
        }
    }
#endif
