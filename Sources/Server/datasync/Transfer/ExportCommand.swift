#if Server
    import ArgumentParser
    import DatasyncTree

    /// Writes a node of any size as one JSON document.
    struct ExportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write a node of any size, with its priorities, as one JSON document.",
            discussion: """
                A node that the server does not return as a whole is read child by child, so
                that writes of other clients may be in a part of the document only. Use backup
                for a consistent copy.

                  datasync export /contacts --output contacts.json
                  datasync export / > everything.json
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts.")
        var path: String

        @Option(name: .shortAndLong, help: "The file to write. (default: standard output)")
        var output: String?

        func run() async throws {
            let node = try ServerClient.path(path)
            var export = NodeExport(ServerClient(server), try FileOutput(output))
            try await export.run(node)
            guard let output else { return }
            let pieces = export.pieces
            let result: JSON = [
                "path": .string(node.description), "file": .string(output), "pieces": .number(Double(pieces)),
                "atomic": .boolean(pieces == 1),
            ]
            Terminal.print(
                result, orText: "exported \(node) to \(output)" + (pieces == 1 ? "" : " in \(pieces) pieces"))
        }
    }
#endif
