#if Server
    import ArgumentParser
    import DatasyncTree

    /// Replaces a node with a document of any size.
    struct ImportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Replace a node by a JSON document of any size.",
            discussion: """
                A document that fits into one chunk is written at once. A larger one is written
                in several chunks: the first replaces the node, and the others are added. This
                is not atomic: readers see a part of the document until the end, and other
                clients may write meanwhile.

                With --resume, the file contains the progress. Repeat the same command after an
                interruption; it continues at the first chunk that was not acknowledged.

                  datasync import /contacts contacts.json
                  datasync import / everything.json --resume import.state
                  datasync export / --url http://old:9000 | datasync import / -
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts.")
        var path: String

        @Argument(help: "The file with the JSON document, or - to read it from standard input.")
        var file: String

        @Option(help: "The maximum size of a write, in bytes; a single string may be larger.")
        var chunkBytes = 1_000_000

        @Option(name: .customLong("resume"), help: "A file for the progress, with which the import continues.")
        var stateFile: String?

        func validate() throws {
            if chunkBytes < 1 { throw ValidationError("--chunk-bytes is \(chunkBytes); use 1 or more.") }
        }

        func run() async throws {
            let node = try ServerClient.path(path)
            let document = try DocumentFile(file)
            var (first, count) = (try document.read(at: node, limit: chunkBytes), 0)
            // Everything is checked before the first chunk replaces the earlier value.
            do throws(CommandError) {
                while try first.next() != nil { count += 1 }
            } catch {
                throw CommandError("\(error.description) Nothing was written.")
            }
            var second = try document.read(at: node, limit: chunkBytes, digest: first.digest)
            try await NodeImport(
                server: server, path: node, document: first.digest, chunkBytes: chunkBytes, count: count,
                stateFile: stateFile
            ).run { () throws(CommandError) in try second.next() }
            let result: JSON = [
                "path": .string(node.description), "bytes": .number(Double(first.bytes)),
                "chunks": .number(Double(count)), "atomic": .boolean(count == 1),
            ]
            Terminal.print(
                result,
                orText: "imported \(first.bytes) bytes into \(node) "
                    + (count == 1 ? "at once" : "in \(count) chunks, which is not atomic"))
        }
    }
#endif
