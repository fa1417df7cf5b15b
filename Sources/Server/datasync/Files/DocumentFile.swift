#if Server
    import Crypto
    import DatasyncTree
    import Foundation

    /// A file with a document of any size, which is read as often as needed.
    ///
    /// A pipe can be read only once, so it is copied into a temporary file first. Nobody else can open that file.
    struct DocumentFile {
        /// The number of bytes to read at a time.
        private static let pieceBytes = 1 << 20

        /// The name for messages.
        private let title: String
        private let handle: FileHandle
        /// The place in the file at which the document begins.
        private let start: UInt64

        /// Opens a file.
        ///
        /// - Parameter name: The name of the file; `-` is standard input.
        /// - Throws: ``CommandError`` if the file cannot be read, or not be copied.
        init(_ name: String) throws(CommandError) {
            title = name == "-" ? "Standard input" : name
            guard let handle = name == "-" ? .standardInput : FileHandle(forReadingAtPath: name) else {
                throw CommandError("The file \(name) cannot be read; check its path and its permissions.")
            }
            if isatty(handle.fileDescriptor) == 0, let start = try? handle.offset(),
                (try? handle.seek(toOffset: start)) != nil
            {
                (self.handle, self.start) = (handle, start)
            } else {
                (self.handle, start) = (try Self.copy(handle, title), 0)
            }
        }

        /// Begins to read the document from its start, in place of any earlier reading.
        ///
        /// - Parameters:
        ///   - path: The path at which the document is written.
        ///   - limit: The maximum size of a chunk in bytes.
        ///   - digest: The digest of the text by an earlier reading, with which this one is compared at the end.
        /// - Returns: The reading.
        /// - Throws: ``CommandError`` if the file cannot be read.
        func read(at path: Path, limit: Int, digest: String? = nil) throws(CommandError) -> Reading {
            try rewind()
            return Reading(file: self, path: path, chunks: ImportChunks(at: path, limit: limit), expected: digest)
        }

        private func rewind() throws(CommandError) {
            do { try handle.seek(toOffset: start) } catch { throw Self.unreadable(title, error) }
        }

        private static func piece(of handle: FileHandle, _ title: String) throws(CommandError) -> Data? {
            do {
                return try handle.read(upToCount: pieceBytes).flatMap { $0.isEmpty ? nil : $0 }
            } catch {
                throw unreadable(title, error)
            }
        }

        private static func unreadable(_ title: String, _ error: any Error) -> CommandError {
            CommandError("\(title) cannot be read: \(error.localizedDescription). Check its path and its permissions.")
        }

        /// Copies the rest of a file into a temporary one, which ends with the process.
        private static func copy(_ source: FileHandle, _ title: String) throws(CommandError) -> FileHandle {
            let failure = { (reason: String) in
                CommandError(
                    "\(title) cannot be copied into the directory \(NSTemporaryDirectory()): \(reason). Name another one with "
                        + "TMPDIR, or import a file.")
            }
            // Readable by its owner only. The call replaces the letters X with a unique name.
            var template = Array((NSTemporaryDirectory() + "/datasync-import-XXXXXX").utf8CString)
            let descriptor = mkstemp(&template)
            guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
            unlink(template)
            let copy = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            while let piece = try piece(of: source, title) {
                do { try copy.write(contentsOf: piece) } catch { throw failure(error.localizedDescription) }
            }
            return copy
        }

        /// The reading of a document, chunk by chunk.
        struct Reading {
            private let file: DocumentFile
            private let path: Path
            private let expected: String?
            private var text = DocumentDivider()
            private var chunks: ImportChunks
            /// The complete chunks, the next one last.
            private var waiting: [ImportChunks.Chunk] = []
            private var hash = SHA256()
            private var isFinished = false
            /// The number of bytes read.
            private(set) var bytes = 0

            fileprivate init(file: DocumentFile, path: Path, chunks: ImportChunks, expected: String?) {
                (self.file, self.path, self.chunks, self.expected) = (file, path, chunks, expected)
            }

            /// The SHA-256 digest of the text, after the last chunk.
            var digest: String { String(hexadecimal: hash.finalize()) }

            /// Returns the next chunk; `nil` after the last one.
            ///
            /// - Throws: ``CommandError`` if the file cannot be read, is not a document within the limits, or has changed.
            mutating func next() throws(CommandError) -> ImportChunks.Chunk? {
                while waiting.isEmpty, !isFinished {
                    let piece = try DocumentFile.piece(of: file.handle, file.title)
                    do throws(DatasyncError) {
                        try read(piece)
                    } catch {
                        guard expected == nil else { throw changed }
                        throw CommandError("\(file.title): \(located(error).message)")
                    }
                    if isFinished, let expected, digest != expected { throw changed }
                    waiting = chunks.take().reversed()
                }
                return waiting.popLast()
            }

            private var changed: CommandError {
                CommandError("\(file.title) has changed since it was checked; import it again from the start.")
            }

            private mutating func read(_ piece: Data?) throws(DatasyncError) {
                var text = text
                if let piece {
                    hash.update(data: piece)
                    bytes += piece.count
                    try text.accept(Array(piece)) { part throws(DatasyncError) in try chunks.add(part) }
                } else {
                    isFinished = true
                    try text.finish { part throws(DatasyncError) in try chunks.add(part) }
                    try chunks.finish()
                }
                self.text = text
            }

            /// Returns an error with its line, which only the whole text shows, if that is not too large to read.
            private func located(_ error: DatasyncError) -> DatasyncError {
                guard error.code != .tooLarge, let end = try? file.handle.seekToEnd(),
                    end - file.start <= 1_000_000_000, (try? file.rewind()) != nil,
                    let data = try? file.handle.readToEnd()
                else { return error }
                do throws(DatasyncError) {
                    _ = try Node(
                        JSONParser.parse(Array(data.withoutMark), limits: JSONParser.Limits(size: .max)), at: path)
                } catch let whole {
                    return whole.code == .tooLarge ? error : whole
                }
                return error
            }
        }
    }
#endif
