#if Server
    import ArgumentParser

    /// The commands for rules.
    struct RulesCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rules",
            abstract: "Check, explain, read or replace rules.",
            discussion: """
                  datasync rules check rules.json
                  datasync rules explain rules.json read /users/ada --auth '{"uid": "ada"}'
                  datasync rules deploy rules.json --token-file admin.secret
                  datasync rules get --token-file admin.secret
                """,
            subcommands: [
                RulesCheckCommand.self, RulesExplainCommand.self, RulesDeployCommand.self, RulesGetCommand.self,
            ])
    }
#endif
