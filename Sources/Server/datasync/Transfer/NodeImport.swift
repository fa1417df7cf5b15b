#if Server
    import DatasyncTree
    import Foundation

    /// The import of a document in chunks: the first one replaces the node, the others are merged into it.
    struct NodeImport {
        let server: ServerOptions
        let path: Path
        /// The hash of the document, by which an interrupted import recognizes it.
        let document: String
        let chunkBytes: Int
        /// The number of chunks.
        let count: Int
        /// The file with the progress; `nil` for none.
        var stateFile: String?

        /// Writes all chunks that are not acknowledged yet.
        ///
        /// - Parameter next: Returns the chunks in order, also those that are acknowledged; `nil` after the last one.
        /// - Throws: ``CommandError`` with the server's reason or that of `next`, and how to continue.
        func run(_ next: () throws(CommandError) -> ImportChunks.Chunk?) async throws(CommandError) {
            var state = ImportState(
                document: document, url: server.url, namespace: server.namespace, path: path.description,
                chunkBytes: chunkBytes)
            if let stateFile, FileManager.default.fileExists(atPath: stateFile) {
                try state.resume(try File.text(stateFile), file: stateFile)
            }
            let progress = ProgressLine()
            defer { progress.end() }
            for _ in 0..<min(state.acknowledged, count) { _ = try next() }
            var body = try next()?.text
            while let current = body {
                progress.show("chunk \(state.acknowledged + 1) of \(count)")
                let isFirst = state.acknowledged == 0
                async let written = write(current, isFirst: isFirst)
                // The next chunk is read while the server writes this one.
                let following = Result { () throws(CommandError) in try next()?.text }
                if case .failure(let error) = await written {
                    throw failure(error, after: state.acknowledged, remedy)
                }
                state.acknowledged += 1
                if let stateFile { try File.write(state.text, to: stateFile) }
                do throws(CommandError) { body = try following.get() } catch {
                    throw failure(error, after: state.acknowledged)
                }
            }
            if let stateFile { try? FileManager.default.removeItem(atPath: stateFile) }
        }

        /// How to continue after a chunk that could not be written.
        private var remedy: String {
            stateFile == nil
                ? " Repeat the import; with --resume FILE it continues where it stopped."
                : " Repeat the same command to continue."
        }

        private func write(_ body: String, isFirst: Bool) async -> Result<Void, CommandError> {
            do throws(CommandError) {
                _ = try await ServerClient(server).respond(
                    isFirst ? "PUT" : "PATCH", to: .node(path), [("print", "silent")], body: body
                ).content()
                return .success(())
            } catch {
                return .failure(error)
            }
        }

        private func failure(_ error: CommandError, after written: Int, _ remedy: String = "") -> CommandError {
            if count == 1, written == 0 { return error }
            return CommandError(
                "\(error.description) \(written) of \(count) chunks are written, and the import is not atomic.\(remedy)"
            )
        }
    }
#endif
