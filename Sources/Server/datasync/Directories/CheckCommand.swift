#if Server
    import ArgumentParser

    /// Checks the files of a data directory.
    struct CheckCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check the files of a data directory, without changing them.",
            discussion: """
                Reads every snapshot and every record, and prints the namespaces, the files and
                each damage with its file and offset. No server may use the directory.

                The exit code is 1 if there is damage.

                  datasync check ./datasync-data
                """)

        @Argument(help: "The directory that a server has used.")
        var directory = "./datasync-data"

        func run() async throws {
            let report = await DirectoryReport(try DataDirectory(directory))
            Terminal.print(report.json, orText: report.text)
            if !report.damages.isEmpty { throw ExitCode(1) }
        }
    }
#endif
