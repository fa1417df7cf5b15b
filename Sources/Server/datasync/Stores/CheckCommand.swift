#if Server
    import ArgumentParser

    /// Checks a data directory or a database.
    struct CheckCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check a data directory or a database, without changing it.",
            discussion: """
                Reads every snapshot and every record, and prints the namespaces, the files and
                each damage. No server may use a directory. Servers may go on using a database:
                each namespace is read as of one moment. Rows that refer to nothing are damage
                too.

                The exit code is 1 if there is damage.

                  datasync check ./datasync-data
                  datasync check --database url.secret
                """)

        @Argument(help: "The directory that a server has used. (default: ./datasync-data)")
        var directory: String?

        @OptionGroup var options: StoreOptions

        func validate() throws { try options.validate(beside: directory) }

        func run() async throws {
            let report = try await options.open(directory).use { try await StoreReport($0) }
            Terminal.print(report.json, orText: report.text)
            if !report.damages.isEmpty { throw ExitCode(1) }
        }
    }
#endif
