#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncLog
    import DatasyncStorage
    import DatasyncTree
    import Foundation

    /// Writes a consistent copy of a namespace.
    struct BackupCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Write a consistent copy of a namespace: its data and its rules.",
            discussion: """
                A server returns at most 10 MiB at once, and a copy in several requests is not
                consistent. Of a larger namespace, copy the data directory with --data, while
                no server uses it.

                  datasync backup default.backup --token-file admin.secret
                  datasync backup default.backup --data ./datasync-data
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The file to write.")
        var file: String

        @Option(name: .customLong("data"), help: "Read this data directory instead of a server.")
        var directory: String?

        func run() async throws {
            let backup =
                if let directory { try await read(directory) } else { try await request() }
            let time = Date().ISO8601Format()
            try File.write(backup.json(time: time).text + "\n", to: file)
            let result: JSON = [
                "namespace": .string(backup.namespace), "file": .string(file), "hash": .string(backup.data.hash),
                "bytes": .number(Double(backup.data.size)),
            ]
            Terminal.print(
                result, orText: "copied \(backup.data.size) bytes of the namespace \(backup.namespace) to \(file)")
        }

        /// Returns the copy from a server.
        private func request() async throws(CommandError) -> BackupDocument {
            let client = ServerClient(server)
            let rules = try await client.respond("GET", to: .rules).content()
            let response = try await client.respond("GET", to: .node(.root), [("format", "export")])
            if response.status == 413 {
                throw CommandError(
                    "The namespace \(server.namespace) is too large for one request, and several would not give a "
                        + "consistent copy. Stop the server and use --data DIRECTORY, or use `datasync export`, which is "
                        + "not consistent while other clients write.")
            }
            let data = try JSONArgument.json(try response.content())
            guard try await client.respond("GET", to: .rules).content() == rules else {
                throw CommandError("The rules were replaced during the backup; repeat it.")
            }
            do throws(DatasyncError) {
                return BackupDocument(
                    namespace: server.namespace, rules: rules, data: try Node(data))
            } catch {
                throw CommandError("The server sent data that are not valid. \(error.message)")
            }
        }

        /// Returns the copy from a data directory.
        private func read(_ directory: String) async throws(CommandError) -> BackupDocument {
            let stored = try DataDirectory(directory)
            if let damage = stored.journal.damage.first { throw CommandError(damage.message) }
            let state = try await stored.state(of: try stored.part(server.namespace))
            return BackupDocument(namespace: server.namespace, rules: state.rules.text, data: state.data)
        }
    }
#endif
