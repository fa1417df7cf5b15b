#if Migrator
    import Foundation

    /// A file to rewrite.
    struct SourceFile: Equatable, Hashable {
        /// The path of the file, without symbolic links.
        let path: String
        /// The name of the file in reports and diffs: relative to the working directory if the file is below it.
        let name: String

        init(path: String, below directory: String) {
            let prefix = directory.hasSuffix("/") ? directory : directory + "/"
            self.path = path
            name = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
        }

        /// Reads the text of the file, including a byte order mark.
        func read() throws(MigrationReport.Failure) -> String {
            let bytes: [UInt8]
            do {
                bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            } catch {
                throw MigrationReport.Failure(message: "cannot be read: \(error.localizedDescription)")
            }
            if let offset = Self.firstMistake(in: bytes) {
                let before = bytes[..<offset]
                let line = before.count { $0 == UInt8(ascii: "\n") } + 1
                let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                throw MigrationReport.Failure(
                    line: line, column: offset - start + 1, message: "is not UTF-8; convert it, or leave it out")
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Replaces the file's text atomically.
        ///
        /// Writes the new text to a hidden file in the same directory. That file then replaces the original and gets
        /// its permissions.
        ///
        /// - Parameters:
        ///   - old: The text that was read; a file that has changed since is not replaced.
        ///   - new: The new text.
        /// - Throws: The reason why the file is unchanged.
        func replace(_ old: String, with new: String) throws(MigrationReport.Failure) {
            let new = Data(new.utf8)
            let address = URL(fileURLWithPath: path)
            let temporary = address.deletingLastPathComponent()
                .appendingPathComponent(".datasync-migrate-\(UUID().uuidString)")
            do {
                guard try Data(contentsOf: address) == Data(old.utf8) else {
                    throw MigrationReport.Failure(message: "cannot be written: somebody else has changed it meanwhile")
                }
                guard access(path, W_OK) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EACCES) }
                let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                if let mode = (permissions as? NSNumber)?.intValue, mode & 0o222 == 0 {
                    throw MigrationReport.Failure(message: "cannot be written: it is read-only; run `chmod u+w` on it")
                }
                try new.write(to: temporary)
                try FileManager.default.setAttributes(
                    [.posixPermissions: permissions ?? 0o644], ofItemAtPath: temporary.path)
                guard rename(temporary.path, path) == 0 else {
                    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                }
            } catch {
                try? FileManager.default.removeItem(at: temporary)
                if let failure = error as? MigrationReport.Failure { throw failure }
                throw MigrationReport.Failure(message: "cannot be written: \(error.localizedDescription)")
            }
        }

        /// Returns the offset of the first byte that is not valid UTF-8.
        private static func firstMistake(in bytes: [UInt8]) -> Int? {
            guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = bytes.makeIterator()
            var offset = 0
            while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
            return offset
        }
    }
#endif
