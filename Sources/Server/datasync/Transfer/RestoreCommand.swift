#if Server
    import ArgumentParser
    import DatasyncTree

    /// Replaces the rules and data of a namespace with a copy.
    struct RestoreCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Replace the rules and the data of a namespace by a backup.",
            discussion: """
                Through a server, the rules are replaced first, then the data. Data below the
                limit of a write (10 MiB) are replaced at once. Larger data are written in
                several chunks, which is not atomic; with --resume, an interrupted restore
                continues.

                  datasync restore default.backup --token-file admin.secret
                  datasync restore default.backup --namespace copy --data-only

                Into a data directory or a database, each namespace is replaced at once with
                data, rules and limits, whatever its size, and created if it does not exist. If
                it has data, say --replace. No server may use the directory; servers that use
                the database send the changes to their clients. Repeat an interrupted restore:
                what is restored already stays.

                  datasync restore all.backup --all --database url.secret
                  datasync restore default.backup --data ./datasync-data --replace
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The file that backup has written.")
        var file: String

        @OptionGroup var options: StoreOptions

        @Flag(help: "Restore all namespaces of the backup into the directory or the database.")
        var all = false

        @Flag(help: "Replace the data that a namespace of the directory or the database has.")
        var replace = false

        @Flag(help: "Leave the rules as they are.")
        var dataOnly = false

        @Option(name: .customLong("resume"), help: "A file for the progress, with which the restore continues.")
        var stateFile: String?

        func validate() throws {
            if options.isGiven {
                if stateFile != nil { throw ValidationError("--resume is for a server only.") }
            } else if all || replace {
                throw ValidationError("--all and --replace need --data or --database.")
            }
        }

        func run() async throws {
            let backup = try BackupDocument(try File.json(file), file: file)
            guard options.isGiven else { return try await request(try backup.copy(for: server.namespace, file: file)) }
            let copies: [(name: String, copy: NamespaceCopy)] =
                if all {
                    backup.copies.map { ($0.namespace, $0) }
                } else {
                    [(server.namespace, try backup.copy(for: server.namespace, file: file))]
                }
            try await options.open(isWritable: true).use { store in
                let restore = StoreRestore(store: store, replaces: replace, isDataOnly: dataOnly)
                for (name, copy) in copies { Self.report(copy, name, try await restore.run(copy, into: name)) }
            }
        }

        private static func report(
            _ copy: NamespaceCopy, _ name: String, _ result: (outcome: StoreRestore.Outcome, digest: String)
        ) {
            let json: JSON = [
                "namespace": .string(name), "bytes": .number(Double(copy.data.size)),
                "outcome": .string(result.outcome.rawValue), "atomic": true, "sha256": .string(result.digest),
            ]
            Terminal.print(
                json,
                orText:
                    "\(result.outcome.rawValue) \(copy.data.size) bytes in the namespace \(name), SHA-256 \(result.digest)"
            )
        }

        /// Sends the copy to a server.
        private func request(_ copy: NamespaceCopy) async throws {
            let chunkBytes = copy.data.size <= Limits().write ? .max : 1_000_000
            let chunks: [ImportChunks.Chunk]
            do throws(DatasyncError) {
                chunks = try ImportChunks.chunks(of: copy.data, at: .root, limit: chunkBytes)
            } catch {
                throw CommandError("\(error.message) Nothing was written.")
            }
            if !dataOnly {
                _ = try await ServerClient(server).respond("PUT", to: .rules, body: copy.rules).content()
            }
            var remaining = chunks.makeIterator()
            try await NodeImport(
                server: server, path: .root, document: copy.data.hash, chunkBytes: chunkBytes, count: chunks.count,
                stateFile: stateFile
            ).run { remaining.next() }
            let result: JSON = [
                "namespace": .string(server.namespace), "bytes": .number(Double(copy.data.size)),
                "chunks": .number(Double(chunks.count)), "atomic": .boolean(chunks.count == 1),
                "sha256": .string(copy.digest),
            ]
            Terminal.print(
                result,
                orText: "restored \(copy.data.size) bytes into the namespace \(server.namespace) "
                    + (chunks.count == 1 ? "at once" : "in \(chunks.count) chunks, which is not atomic"))
        }
    }
#endif
