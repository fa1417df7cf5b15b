#if Server
    import ArgumentParser
    import DatasyncTree

    /// Replaces the rules and data of a namespace with a copy.
    struct RestoreCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Replace the rules and the data of a namespace by a backup.",
            discussion: """
                The rules are replaced first, then the data. Data below the limit of a write
                (10 MiB) are replaced at once. Larger data are written in several chunks, which
                is not atomic; with --resume, an interrupted restore continues.

                  datasync restore default.backup --token-file admin.secret
                  datasync restore default.backup --namespace copy --data-only
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The file that backup has written.")
        var file: String

        @Flag(help: "Leave the rules as they are.")
        var dataOnly = false

        @Option(name: .customLong("resume"), help: "A file for the progress, with which the restore continues.")
        var stateFile: String?

        func run() async throws {
            let backup = try BackupDocument(try File.json(file), file: file)
            if !dataOnly {
                _ = try await ServerClient(server).respond("PUT", to: .rules, body: backup.rules).content()
            }
            let chunks = try await NodeImport(
                server: server, path: .root, document: backup.data,
                chunkBytes: backup.data.size <= Limits().write ? .max : 1_000_000, stateFile: stateFile
            ).run()
            let result: JSON = [
                "namespace": .string(server.namespace), "bytes": .number(Double(backup.data.size)),
                "chunks": .number(Double(chunks)), "atomic": .boolean(chunks == 1),
            ]
            Terminal.print(
                result,
                orText: "restored \(backup.data.size) bytes into the namespace \(server.namespace) "
                    + (chunks == 1 ? "at once" : "in \(chunks) chunks, which is not atomic"))
        }
    }
#endif
