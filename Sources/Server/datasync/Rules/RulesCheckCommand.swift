#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncTree

    /// Compiles a file with rules.
    struct RulesCheckCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Compile a file with rules.",
            discussion: """
                An error names the line, the column and the expected text; the exit code is
                then 1. Probable mistakes are warnings on standard error, with exit code 0.

                  datasync rules check rules.json
                """)

        @Argument(help: "The file with the rules, or - to read them from standard input.")
        var file: String

        func run() async throws {
            let rules = try RulesFile(file)
            rules.printWarnings()
            Terminal.print(
                [
                    "file": .string(file), "valid": true,
                    "warnings": .array(rules.rules.warnings.map(JSON.string)),
                ],
                orText: "\(file) is valid")
        }
    }
#endif
