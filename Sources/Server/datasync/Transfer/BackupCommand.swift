#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncLog
    import DatasyncTree
    import Foundation

    /// Writes a consistent copy of a namespace.
    struct BackupCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Write a consistent copy of a namespace: its data, its rules and its limits.",
            discussion: """
                A server returns at most 10 MiB at once, and a copy in several requests is not
                consistent. Of a larger namespace, copy the data directory with --data, while
                no server uses it, or the database with --database, which servers may go on
                using. With --all the copy has all namespaces, each as of one moment.

                  datasync backup default.backup --token-file admin.secret
                  datasync backup default.backup --data ./datasync-data
                  datasync backup all.backup --all --database url.secret

                Prints the SHA-256 of the data, which restore prints too.
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The file to write.")
        var file: String

        @OptionGroup var options: StoreOptions

        @Flag(help: "Copy all namespaces of the directory or the database.")
        var all = false

        func validate() throws {
            if all, !options.isGiven { throw ValidationError("--all needs --data or --database.") }
        }

        func run() async throws {
            let copies =
                if options.isGiven { try await options.open().use { try await read($0) } } else {
                    [try await request()]
                }
            let time = Date().ISO8601Format()
            try File.write(BackupDocument(copies).json(time: time).text + "\n", to: file)
            for copy in copies {
                let result: JSON = [
                    "namespace": .string(copy.namespace), "file": .string(file), "hash": .string(copy.data.hash),
                    "bytes": .number(Double(copy.data.size)), "sha256": .string(copy.digest),
                ]
                Terminal.print(
                    result,
                    orText: "copied \(copy.data.size) bytes of the namespace \(copy.namespace) to \(file), SHA-256 "
                        + copy.digest)
            }
        }

        /// Returns the copy from a server.
        private func request() async throws(CommandError) -> NamespaceCopy {
            let client = ServerClient(server)
            let rules = try await client.respond("GET", to: .rules).content()
            let response = try await client.respond("GET", to: .node(.root), [("format", "export")])
            if response.status == 413 {
                throw CommandError(
                    "The namespace \(server.namespace) is too large for one request, and several would not give a "
                        + "consistent copy. Stop the server and use --data DIRECTORY, or use --database if its data are in one. "
                        + "`datasync export` is not consistent while other clients write.")
            }
            let data = try JSONArgument.json(try response.content())
            guard try await client.respond("GET", to: .rules).content() == rules else {
                throw CommandError("The rules were replaced during the backup; repeat it.")
            }
            do throws(DatasyncError) {
                return NamespaceCopy(namespace: server.namespace, rules: rules, data: try Node(data))
            } catch {
                throw CommandError("The server sent data that are not valid. \(error.message)")
            }
        }

        /// Returns the copies from a directory or a database.
        private func read(_ store: some DataStore) async throws(CommandError) -> [NamespaceCopy] {
            if let damage = store.damage.first { throw CommandError(damage.message) }
            guard all else {
                return [NamespaceCopy(server.namespace, try await store.state(of: server.namespace).state)]
            }
            var copies: [NamespaceCopy] = []
            for name in try await StoredNames(store).names() {
                copies.append(
                    NamespaceCopy(name.name, try await store.state(of: name, upTo: .max)?.state ?? DatabaseState()))
            }
            return copies
        }
    }
#endif
