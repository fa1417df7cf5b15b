#if Server
    import DatasyncTree
    import Foundation

    /// The import of a document in chunks: the first one replaces the node, the others are merged into it.
    struct NodeImport {
        let server: ServerOptions
        let path: Path
        let document: Node
        let chunkBytes: Int
        /// The file with the progress; `nil` for none.
        var stateFile: String?

        /// Writes all chunks that are not acknowledged yet.
        ///
        /// - Returns: The total number of chunks.
        /// - Throws: ``CommandError`` with the server's reason, and how to continue.
        func run() async throws(CommandError) -> Int {
            let chunks = ImportChunks(document, limit: chunkBytes).chunks
            try check(chunks)
            var state = ImportState(
                document: document.hash, url: server.url, namespace: server.namespace, path: path.description,
                chunkBytes: chunkBytes)
            if let stateFile, FileManager.default.fileExists(atPath: stateFile) {
                try state.resume(try File.text(stateFile), file: stateFile)
            }
            let progress = ProgressLine()
            defer { progress.end() }
            while state.acknowledged < chunks.count {
                progress.show("chunk \(state.acknowledged + 1) of \(chunks.count)")
                do throws(CommandError) {
                    try await write(chunks[state.acknowledged], isFirst: state.acknowledged == 0)
                } catch {
                    throw failure(error, after: state.acknowledged, of: chunks.count)
                }
                state.acknowledged += 1
                if let stateFile { try File.write(state.text, to: stateFile) }
            }
            if let stateFile { try? FileManager.default.removeItem(atPath: stateFile) }
            return chunks.count
        }

        /// Checks the limits of all writes, before the first one removes the earlier value.
        private func check(_ chunks: [ImportChunks.Chunk]) throws(CommandError) {
            let limits = Limits()
            do throws(DatasyncError) {
                try limits.checkAllChildren(of: document, at: path)
                for chunk in chunks { try limits.check(chunk.node, at: path) }
            } catch {
                throw CommandError("\(error.message) Nothing was written.")
            }
        }

        private func write(_ chunk: ImportChunks.Chunk, isFirst: Bool) async throws(CommandError) {
            let (method, body) = isFirst ? ("PUT", chunk.node.exportJSON) : ("PATCH", chunk.members)
            _ = try await ServerClient(server).respond(
                method, to: .node(path), [("print", "silent")], body: body.text
            ).content()
        }

        private func failure(_ error: CommandError, after written: Int, of count: Int) -> CommandError {
            if count == 1 { return error }
            let remedy =
                stateFile == nil
                ? "Repeat the import; with --resume FILE it continues where it stopped."
                : "Repeat the same command to continue."
            return CommandError(
                "\(error.description) \(written) of \(count) chunks are written, and the import is not atomic. \(remedy)"
            )
        }
    }
#endif
