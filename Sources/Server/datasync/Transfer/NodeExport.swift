#if Server
    import DatasyncTree

    /// The export of a node of any size, child by child if the server cannot return the whole.
    struct NodeExport {
        private let client: ServerClient
        private let output: FileOutput
        private let progress = ProgressLine()
        private var bytes = 0
        /// The number of pieces in which the node was read.
        private(set) var pieces = 0

        init(_ client: ServerClient, _ output: FileOutput) {
            self.client = client
            self.output = output
        }

        /// Writes a node with all priorities as one JSON document.
        ///
        /// - Throws: ``CommandError`` with the server's reason; then there is no file.
        mutating func run(_ path: Path) async throws(CommandError) {
            defer { progress.end() }
            do throws(CommandError) {
                try await write(path)
                try write("\n")
                try output.finish()
            } catch {
                output.remove()
                throw error
            }
        }

        private mutating func write(_ path: Path) async throws(CommandError) {
            let response = try await client.respond("GET", to: .node(path), [("format", "export")])
            guard response.status == 413 else {
                pieces += 1
                progress.show("\(bytes) bytes, \(path)")
                return try write(try response.content())
            }
            let keys = try JSONArgument.json(
                try await client.respond("GET", to: .node(path), [("shallow", "true")]).content())
            let priority = try await client.respond("GET", to: .node(path.child(.priority))).content()
            var separator = "{"
            if try !JSONArgument.json(priority).isNull {
                try write("{\".priority\":\(priority)")
                separator = ","
            }
            for member in keys.members ?? [] {
                try write("\(separator)\(JSON.string(member.name).text):")
                try await write(path.child(Key(unchecked: member.name)))
                separator = ","
            }
            try write(separator == "{" ? "{}" : "}")
        }

        private mutating func write(_ text: String) throws(CommandError) {
            bytes += text.utf8.count
            try output.write(text)
        }
    }
#endif
